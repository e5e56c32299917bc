import { type ReportedProduct, resolveReport, toasts } from '@redial/contract';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useChange } from '../../session/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import type { Column } from '../../ui/table.tsx';

/** Reported Product (specification, 2). */
export const reportedColumns: readonly Column<ReportedProduct>[] = [
  {
    label: 'No.',
    cell: (_product, place) => <span className="figures text-ink-faint">{place + 1}</span>,
  },
  {
    label: 'Product',
    kind: 'heading',
    cell: ({ _id: id, name, img, location }) => (
      <span className="flex items-center gap-3.5">
        <Picture src={img} alt="" sizes="4rem" className="size-14 shrink-0 rounded-md" />
        <span className="min-w-0">
          <Link
            to={href('/products/:id', { id })}
            className="wrap-anywhere rounded-sm underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="block font-normal text-ink-soft text-xs">{location}</span>
        </span>
      </span>
    ),
  },
  {
    label: 'Seller',
    cell: ({ sellerName, sellerEmail }) => (
      <span className="min-w-0 md:inline-block md:min-w-28">
        <span className="wrap-anywhere block">{sellerName}</span>
        <EmailAddress email={sellerEmail} className="block text-xs" />
      </span>
    ),
  },
  {
    label: 'Resale Price',
    kind: 'figures',
    cell: ({ resalePrice }) => <Price dollars={resalePrice} />,
  },
  { label: 'Delete', kind: 'action', cell: (product) => <Decision product={product} /> },
];

/** What an admin does about a report: take the phone off the market, or dismiss the report. */
function Decision({ product: { _id: id, name } }: { product: ReportedProduct }) {
  const { change, pending } = useChange();
  return (
    <span className="flex items-center gap-1">
      <ConfirmButton
        label="Delete"
        name={`Delete ${name}`}
        title={`Delete ${name}?`}
        action="Delete product"
        doing="Deleting"
        cancel="Leave it"
        onConfirm={() => change(call(resolveReport, { params: { id } }), toasts.deleted)}
      >
        The phone leaves the market for good, and its reports are closed.
      </ConfirmButton>
      <Button
        look="quiet"
        size="small"
        aria-label={`Keep ${name}`}
        pending={pending}
        onClick={() =>
          change(
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
