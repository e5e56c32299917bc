import type { Order } from '@redial/contract';
import type { ReactNode } from 'react';
import { Deadline } from '../../ui/deadline.tsx';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';

/** Summary of the order that is being paid. */
export function OrderSummary({ order }: { order: Order }) {
  const { productName, img, price, location, phone, state, expiresAt } = order;
  return (
    <section
      aria-label="Order"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center gap-4 p-5 sm:block sm:p-0">
        <ProductImage
          src={img}
          alt=""
          sizes="(min-width: 36rem) 24rem, 5rem"
          className="w-20 shrink-0 rounded-md sm:w-full sm:rounded-none"
        />
        <div className="min-w-0 sm:p-6 sm:pb-0">
          <h2 className="wrap-anywhere text-lg sm:text-xl">
            <ProductName name={productName} />
          </h2>
        </div>
      </div>
      <dl className="grid gap-3 px-5 pb-5 text-sm sm:p-6 sm:pt-4">
        <Line name="Meeting location">{location}</Line>
        <Line name="Your phone number">{phone}</Line>
        {state === 'unpaid' && (
          <Line name="Held for you">
            <Deadline at={expiresAt} />
          </Line>
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <dt className="font-semibold">
            Price <span className="font-normal text-ink-soft">in US dollars</span>
          </dt>
          <dd>
            <Price dollars={price} className="font-display text-xl" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere text-right" dir="auto">
        {children}
      </dd>
    </div>
  );
}
