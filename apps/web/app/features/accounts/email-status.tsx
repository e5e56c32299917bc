import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { IdentityUser } from '../../session/identity-client.ts';
import { loadIdentity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** The user's e-mail address, and whether it is verified; sends the verification mail again. */
export function EmailStatus({ user: { email, emailVerified } }: { user: IdentityUser }) {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await (await loadIdentity()).sendEmailVerification();
      toast.success(`A link is on its way to ${email}`);
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <p className="break-all text-ink-soft">{email}</p>
      {emailVerified ? (
        <p className="mt-1 flex items-center gap-1.5 text-ink-soft text-sm">
          <BadgeCheck className="size-4 text-accent" aria-hidden="true" />
          Confirmed
        </p>
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-soft text-sm">Not confirmed yet. Open the link that we mailed.</p>
          <Button
            variant="outline"
            size="small"
            pending={sending}
            pendingLabel="Sending the link"
            onClick={send}
          >
            Send the link again
          </Button>
        </div>
      )}
    </>
  );
}
