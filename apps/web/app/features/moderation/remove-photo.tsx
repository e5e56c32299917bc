import { photoRemovalLimits, removePhotoOfUser } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';

/** Lets a moderator remove somebody's photo with a reason. */
export function RemovePhoto({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { mutate, pending } = useMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (reason.trim() === '') return setError('Give a reason, which the person reads');
    setError(undefined);
    const removal = call(removePhotoOfUser, { params: { id: userId }, body: { reason } });
    if (await mutate(removal, 'The photo is removed')) setOpen(false);
  };
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        Remove the photo
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remove this photo?"
        description="The person gets a mail with the reason, and can choose another photo."
      >
        <form noValidate onSubmit={submit} className="mt-5">
          <TextArea
            label="Reason, which the person reads"
            rows={3}
            maxLength={photoRemovalLimits.reason}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="danger"
            size="large"
            pending={pending}
            pendingLabel="Removing"
            className="mt-2 w-full"
          >
            Remove the photo
          </Button>
        </form>
      </Dialog>
    </>
  );
}
