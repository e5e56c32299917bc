import {
  formatPercent,
  formatPrice,
  type OrderDetails,
  type ShippingAddress,
} from '@redial/contract';
import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Price } from '../../../ui/price.tsx';
import { ProductImage } from '../../../ui/product-image.tsx';
import { ProductName } from '../../../ui/product-name.tsx';
import { TrackingNumber } from '../../../ui/tracking-number.tsx';
import { usedFor } from '../../../ui/used-for.ts';

/** The phone as it was ordered, the amounts, the handover and the other party. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const { listing, productId, state, amounts, viewer, shipments, shippingAddress } = order;
  const [shipment] = shipments;
  const isSale = state !== 'cancelled' && state !== 'expired';
  return (
    <section
      aria-label="Order details"
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center gap-4 p-5 md:block md:p-0">
        <ProductImage
          src={listing.img}
          alt=""
          sizes="(min-width: 48rem) 19rem, 5rem"
          className="w-20 shrink-0 rounded-md md:w-full md:rounded-none"
        />
        <div className="min-w-0 md:p-5 md:pb-0">
          <h2 className="wrap-anywhere text-lg">
            <Link
              to={href('/products/:id', { id: productId })}
              className="rounded-sm underline-offset-4 hover:underline"
            >
              <ProductName name={listing.name} />
            </Link>
          </h2>
          <p className="mt-1 text-ink-soft text-sm">
            {listing.condition}, {usedFor(listing.yearsOfUse)}
          </p>
        </div>
      </div>
      <dl className="grid gap-3 p-5 pt-0 text-sm md:pt-5">
        <Fact name="Price">
          <Price dollars={amounts.price} />
        </Fact>
        {amounts.refunded > 0 && (
          <Fact name="Refunded">
            <Price dollars={amounts.refunded} />
          </Fact>
        )}
        {viewer !== 'buyer' && isSale && amounts.sellerReceives > 0 && (
          <>
            <Fact name={`Fee (${formatPercent(amounts.feePercent)})`}>
              <span className="figures">{formatPrice(amounts.fee)}</span>
            </Fact>
            <Fact name={viewer === 'seller' ? 'You receive' : 'The seller receives'}>
              <Price dollars={amounts.sellerReceives} />
            </Fact>
          </>
        )}
        <Fact name="Handover">{order.handover === 'ship' ? 'Shipping' : 'In person'}</Fact>
        {order.handover === 'meet' && order.meetingLocation && (
          <Fact name="Meeting location">
            <bdi>{order.meetingLocation}</bdi>
          </Fact>
        )}
        {shippingAddress && order.handover === 'ship' && (
          <Fact name="Ship to">
            <Address address={shippingAddress} />
          </Fact>
        )}
        {shipment && (
          <Fact name={shipment.carrierName}>
            <TrackingNumber shipment={shipment} />
          </Fact>
        )}
        {viewer !== 'buyer' && <Party title="Buyer" party={order.buyer} />}
        {viewer !== 'seller' && <Party title="Seller" party={order.seller} />}
        {viewer === 'buyer' && order.timeline.some(({ kind }) => kind === 'order.paid') && (
          <Fact name="Payment">
            <Link
              to={href('/dashboard/myorders/receipt/:orderId', { orderId: order._id })}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
            >
              Receipt
            </Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Party({ title, party }: { title: string; party: OrderDetails['buyer'] }) {
  const { name, photo, contact } = party;
  return (
    <Fact name={title}>
      <span className="flex items-center justify-end gap-2">
        <Avatar name={name} photo={photo} className="size-7 text-2xs" />
        <bdi className="min-w-0">{name}</bdi>
      </span>
      {contact && (
        <>
          <a
            href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}
            className="figures inline-flex min-h-8 items-center text-accent underline underline-offset-4"
          >
            {contact.phone}
          </a>
          <br />
          <a
            href={`mailto:${contact.email}`}
            className="inline-flex min-h-8 items-center text-accent underline underline-offset-4"
          >
            {contact.email}
          </a>
        </>
      )}
    </Fact>
  );
}

function Address({ address }: { address: ShippingAddress }) {
  const { name, line1, line2, postalCode, city, region, country } = address;
  return (
    <address className="not-italic">
      {[name, line1, line2, `${postalCode} ${city}`, region, country]
        .filter((line) => line !== undefined)
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no other key
          <bdi key={index} className="block">
            {line}
          </bdi>
        ))}
    </address>
  );
}
