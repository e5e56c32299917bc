import { deleteOwnAccount, emailKey } from '@redial/contract';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { end, signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';

/** Deletes the person's own account, once they have typed its address. */
export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Delete your account?"
        description="This cannot be undone. Unpaid orders are cancelled, and phones that are not sold leave the market."
      >
        <Confirmation email={email} onKeep={close} />
      </Dialog>
    </>
  );
}

function Confirmation({ email, onKeep }: { email: string; onKeep: () => void }) {
  const navigate = useNavigate();
  const left = useLeft();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: '' } });
  const { errors, isSubmitting } = formState;
  const isSame = (typed: string) =>
    emailKey(typed) === emailKey(email) || 'This is not the e-mail address of your account';

  const remove = async ({ typed }: { typed: string }) => {
    const result = await call(deleteOwnAccount, { body: { email: typed } });
    if (!result.ok) {
      toast.error(result.problem.message);
      return;
    }
    // Home first, and shown: a page for people signed in would send us to the sign-in page.
    await navigate('/');
    await left;
    // The account's session may be gone already.
    await signOut().catch(end);
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
        <Button look="outline" onClick={onKeep}>
          Keep my account
        </Button>
        <Button type="submit" look="danger" pending={isSubmitting}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}

/** Settles when what uses it is no longer on the screen. */
function useLeft(): Promise<void> {
  const [{ promise, resolve }] = useState(() => Promise.withResolvers<void>());
  useEffect(() => resolve, [resolve]);
  return promise;
}
