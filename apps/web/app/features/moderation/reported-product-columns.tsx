import { formatPrice, type ReportedProduct, resolveReport, toastMessages } from '@redial/contract';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Price } from '../../ui/price.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import type { Column } from '../../ui/table.tsx';

/** Columns of the Reported Product table (specification, 2). */
export const reportedProductColumns: readonly Column<ReportedProduct>[] = [
  {
    label: 'No.',
    cell: (_product, index) => <span className="figures text-ink-faint">{index + 1}</span>,
  },
  {
    label: 'Product',
    kind: 'heading',
    cell: ({ _id: id, name, img, location, removed }) => (
      <span className="flex items-center gap-3.5">
        <ProductImage
          src={img}
          alt=""
          sizes="4rem"
          className="size-14 shrink-0 rounded-md max-[18rem]:hidden"
        />
        <span className="min-w-0">
          {removed ? (
            <span className="wrap-anywhere">
              <ProductName name={name} />
            </span>
          ) : (
            <Link
              to={href('/products/:id', { id })}
              className="wrap-anywhere rounded-sm underline-offset-4 hover:underline"
            >
              <ProductName name={name} />
            </Link>
          )}
          <span className="block font-normal text-ink-soft text-xs">{location}</span>
          {removed && (
            <span className="block font-normal text-ink-soft text-xs">Deleted by its seller</span>
          )}
        </span>
      </span>
    ),
  },
  {
    label: 'Seller',
    cell: ({ sellerName, sellerEmail, earlierReports }) => (
      <span className="min-w-0 md:inline-block md:min-w-28">
        <span className="wrap-anywhere block">{sellerName}</span>
        <EmailAddress email={sellerEmail} className="block text-xs" />
        {earlierReports > 0 && (
          <span className="block text-ink-soft text-xs">
            Earlier reports: <span className="figures">{earlierReports}</span>
          </span>
        )}
      </span>
    ),
  },
  {
    label: 'Resale Price',
    kind: 'figures',
    cell: ({ resalePrice, suspiciousPrice: found }) => (
      <span className="inline-block">
        <Price dollars={resalePrice} />
        {found && (
          <span className="block font-normal text-bad text-xs">
            Suspiciously low: {formatPrice(found.asked)} is{' '}
            {Math.round((found.asked / found.expected) * 100)}% of the expected{' '}
            {formatPrice(found.expected)}
          </span>
        )}
      </span>
    ),
  },
  { label: 'Delete', kind: 'action', cell: (product) => <ReportActions product={product} /> },
];

/** An admin's actions on a report: delete the product, or dismiss the report. */
function ReportActions({ product: { _id: id, name } }: { product: ReportedProduct }) {
  const { mutate, pending } = useMutation();
  return (
    <span className="flex items-center gap-1">
      <ConfirmButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        action="Delete product"
        pendingLabel="Deleting"
        cancel="Leave it"
        onConfirm={() => mutate(call(resolveReport, { params: { id } }), toastMessages.deleted)}
      >
        The phone leaves the market for good, and its reports are closed.
      </ConfirmButton>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Keep ${name}`}
        pending={pending}
        onClick={() =>
          mutate(
            call(resolveReport, { params: { id }, query: { keep: true } }),
            `The report on ${name} was dismissed`,
          )
        }
      >
        Keep
      </Button>
    </span>
  );
}
