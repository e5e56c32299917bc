import { dollarsLeft, formatPrice, type Receipt } from '@redial/contract';
import type { ReactNode } from 'react';
import { dateTimeText } from '../../ui/deadline-text.ts';
import { Price } from '../../ui/price.tsx';
import { ProductName } from '../../ui/product-name.tsx';

/** The receipt of a paid order, laid out to be printed. */
export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { productName, price, refunded, sellerName, buyerName, buyerEmail, handover, location } =
    receipt;
  return (
    <section
      aria-label="Receipt"
      className="max-w-2xl rounded-lg border border-line bg-surface p-6 sm:p-9 print:border-0 print:p-0"
    >
      <p className="font-bold font-display text-xl">Redial</p>
      <p className="wrap-anywhere mt-6 font-bold font-display text-2xl">
        <ProductName name={productName} />
      </p>
      <p className="mt-1 flex items-baseline gap-2">
        <Price dollars={price} className="font-display text-2xl" />
        <span className="text-ink-soft text-sm">US dollars, paid by card</span>
      </p>
      <dl className="mt-7 divide-y divide-line border-line border-y text-sm">
        {refunded > 0 && (
          <Line name="Refunded">
            {formatPrice(refunded)}
            {refunded < price && `, so the phone cost ${formatPrice(dollarsLeft(receipt))}`}
          </Line>
        )}
        <Line name="Paid on">
          <time dateTime={receipt.paidAt}>{dateTimeText(receipt.paidAt)}</time>
        </Line>
        <Line name="Ordered on">
          <time dateTime={receipt.placedAt}>{dateTimeText(receipt.placedAt)}</time>
        </Line>
        <Line name="Buyer">
          <bdi>{buyerName}</bdi>
          <br />
          {buyerEmail}
        </Line>
        <Line name="Seller">
          <bdi>{sellerName}</bdi>
        </Line>
        {handover === 'meet' ? (
          <Line name="Meeting location">
            <bdi>{location}</bdi>
          </Line>
        ) : (
          <Line name="Handover">Shipping</Line>
        )}
        <Line name="Order number">{receipt.orderId}</Line>
        <Line name="Transaction id">{receipt.transactionId}</Line>
      </dl>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 sm:grid-cols-[10rem_1fr] print:grid-cols-[10rem_1fr]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  );
}
