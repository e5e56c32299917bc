import { advertiseProduct, deleteProduct, type Product, toastMessages } from '@redial/contract';
import { Check, Megaphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { saleState } from './sale-state.ts';

/** Status, link to the edit page, and Action menu (specification, 2) of the seller's own product. */
export function ProductActions({ product }: { product: Product }) {
  const { _id: id, name, advertised, status } = product;
  const { mutate, pending } = useMutation();
  const [asking, setAsking] = useState(false);
  // Optimistic: reverted if the request fails.
  const [advertising, setAdvertising] = useState(false);
  const shown = { ...product, advertised: advertised || advertising };
  const advertise = async () => {
    setAdvertising(true);
    await mutate(call(advertiseProduct, { params: { id } }), toastMessages.advertised);
    setAdvertising(false);
  };
  const remove = async () => {
    await mutate(call(deleteProduct, { params: { id } }), toastMessages.deleted);
    setAsking(false);
  };
  // The server rejects changes to an ordered product.
  const ordered = status === 'Sold';
  return (
    <>
      <span className="mr-auto flex">
        <State product={shown} />
      </span>
      {!ordered && (
        <>
          <ButtonLink
            to={href('/dashboard/myproducts/:id', { id })}
            variant="tonal"
            size="small"
            aria-label={`Details of ${name}`}
          >
            Details
          </ButtonLink>
          <ButtonLink
            to={href('/dashboard/myproducts/:id/edit', { id })}
            variant="quiet"
            size="small"
            aria-label={`Edit ${name}`}
          >
            Edit
          </ButtonLink>
        </>
      )}
      <Menu label="Action" name={`Action for ${name}`}>
        <MenuItem onSelect={advertise} disabled={shown.advertised || ordered || pending}>
          <Megaphone className="size-4" aria-hidden="true" />
          {shown.advertised ? 'Already Avertized' : 'Advertize'}
        </MenuItem>
        <MenuItem onSelect={() => setAsking(true)} disabled={ordered || pending} danger>
          <Trash2 className="size-4" aria-hidden="true" />
          Delete Product
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onClose={() => !pending && setAsking(false)}
        title={`Delete ${name}?`}
        action="Delete product"
        pendingLabel="Deleting"
        pending={pending}
        onConfirm={remove}
      >
        The phone is removed for good. To take it off the market for a while, edit it and pause the
        sale instead.
      </ConfirmDialog>
    </>
  );
}

function State({ product }: { product: Product }) {
  if (product.isPaid) {
    return (
      <Badge tone="good">
        <Check className="size-3.5" aria-hidden="true" />
        Paid
      </Badge>
    );
  }
  if (product.status === 'Sold') return <Badge>Ordered, not paid yet</Badge>;
  const { label } = saleState(product);
  if (label === 'On sale' && product.advertised) return <Badge tone="accent">Advertised</Badge>;
  return <Badge>{label}</Badge>;
}
