import { type Buyer, deleteUser, type Seller, toastMessages } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

/** Deletes a buyer or seller after confirmation. */
export function DeleteUser({ user }: { user: Buyer | Seller }) {
  const { mutate } = useMutation();
  const { _id: id, name, role } = user;
  return (
    <ConfirmButton
      label="Delete"
      name={`Delete ${name}`}
      title={`Delete ${name}?`}
      action="Delete account"
      pendingLabel="Deleting"
      cancel={`Keep ${role}`}
      onConfirm={() =>
        mutate(call(deleteUser, { params: { id } }), toastMessages.userDeleted(name))
      }
    >
      {role === 'seller'
        ? 'The account is closed for good, and the phones that are not sold leave the market. Paid orders stay.'
        : 'The account is closed for good, and unpaid orders are cancelled. Paid orders stay.'}
    </ConfirmButton>
  );
}
