import { useState } from 'react';
import { PopupClosedError } from '../../session/identity-client.ts';
import { signInWithGoogle } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Signs in or up with Google in a popup.
 *
 * @param divider whether to render an "or" above the button
 */
export function GoogleButton({
  label,
  divider = true,
  onDone,
}: {
  label: string;
  divider?: boolean;
  onDone: () => void;
}) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      await signInWithGoogle();
      onDone();
    } catch (error) {
      if (error instanceof PopupClosedError) toast('Signing in with Google was cancelled');
      else toast.error(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      {divider && (
        <div className="my-6 flex items-center gap-4 text-ink-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </div>
      )}
      <Button variant="outline" size="large" pending={pending} onClick={start} className="w-full">
        <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
          <path d="M12 10.2v3.9h5.5c-.3 1.9-2.2 4.3-5.5 4.3A6.4 6.4 0 0 1 12 5.6c1.9 0 3.1.8 3.8 1.5l2.8-2.7C16.9 2.8 14.7 1.8 12 1.8a10.2 10.2 0 1 0 0 20.4c5.9 0 9.8-4.1 9.8-10 0-.7-.1-1.4-.2-2z" />
        </svg>
        {label}
      </Button>
    </>
  );
}

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : 'Signing in did not work. Try again.';
