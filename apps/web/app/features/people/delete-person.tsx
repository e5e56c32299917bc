import { type Buyer, deleteUser, type Seller, toasts } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useChange } from '../../session/use-change.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

/** Deletes a buyer or a seller, after asking. */
export function DeletePerson({ person }: { person: Buyer | Seller }) {
  const { change } = useChange();
  const { _id: id, name, role } = person;
  return (
    <ConfirmButton
      label="Delete"
      name={`Delete ${name}`}
      title={`Delete ${name}?`}
      action="Delete account"
      doing="Deleting"
      cancel={`Keep ${role}`}
      onConfirm={() => change(call(deleteUser, { params: { id } }), toasts.userDeleted(name))}
    >
      {role === 'seller'
        ? 'The account is closed for good, and the phones that are not sold leave the market. Paid orders stay.'
        : 'The account is closed for good, and unpaid orders are cancelled. Paid orders stay.'}
    </ConfirmButton>
  );
}
