import { deleteOwnAccount, normalizeEmail } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../session/call.ts';
import type { IdentityUser } from '../../session/identity-client.ts';
import { clearSession, signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

/** Deletes the user's own account after they have typed its e-mail address. */
export function DeleteAccountDialog({
  user,
  open,
  onClose,
}: {
  user: IdentityUser;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description="This cannot be undone. Unpaid orders are cancelled, and phones that are not sold leave the market."
    >
      <ConfirmDeletionForm user={user} onCancel={onClose} />
    </Dialog>
  );
}

function ConfirmDeletionForm({ user, onCancel }: { user: IdentityUser; onCancel: () => void }) {
  const { email } = user;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: '' } });
  const { errors, isSubmitting } = formState;
  const isSame = (typed: string) =>
    normalizeEmail(typed) === normalizeEmail(email) ||
    'This is not the e-mail address of your account';

  const remove = async ({ typed }: { typed: string }) => {
    const result = await call(deleteOwnAccount, { body: { email: typed } });
    if (!result.ok) {
      toast.error(result.error.message);
      return;
    }
    // Leads to the home page. The server may have ended the session already.
    await signOut().catch(clearSession);
    toast.success('Your account is deleted');
  };

  return (
    <form noValidate onSubmit={handleSubmit(remove)} className="mt-6">
      <TextField
        label="Type your e-mail address to confirm"
        hint={email}
        type="email"
        autoComplete="off"
        required
        error={errors.typed?.message}
        {...register('typed', { validate: isSame })}
      />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" pending={isSubmitting}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
