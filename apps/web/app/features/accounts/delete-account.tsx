import { useState } from 'react';
import type { IdentityUser } from '../../session/identity-client.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** The button that leads to the deletion of the user's own account. */
export function DeleteAccount({ user }: { user: IdentityUser }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <DeleteAccountDialog user={user} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
