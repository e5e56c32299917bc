import { toastMessages } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/**
 * Signs in with a passkey. On the sign-in page of a browser that has used one, passkeys are also among the
 * suggestions of the e-mail field.
 *
 * @param again takes passkeys of the signed-in user only, for step-up authentication
 */
export function PasskeyButton({
  label = 'Sign in with a passkey',
  again = false,
  onDone,
}: {
  label?: string;
  again?: boolean;
  onDone: () => void;
}) {
  const [pending, setPending] = useState(false);
  const done = () => {
    if (!again) toast.success(toastMessages.signedIn);
    onDone();
  };
  const latest = useRef(done);
  latest.current = done;

  useEffect(() => {
    let isShown = true;
    const offer = async () => {
      // Loaded only where a passkey has been used.
      if (again || localStorage.getItem('redial-passkey') === null) return;
      const { offersPasskeyAutofill } = await import('../../session/passkey-support.ts');
      if (!(await offersPasskeyAutofill()) || !isShown) return;
      const { signInWithPasskey } = await import('../../session/passkey-sign-in.ts');
      await signInWithPasskey({ autofill: true });
      if (isShown) latest.current();
    };
    // Nobody has asked for it, so failures are not reported.
    offer().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [again]);

  const start = async () => {
    setPending(true);
    try {
      const { signInWithPasskey } = await import('../../session/passkey-sign-in.ts');
      await signInWithPasskey({ again });
      done();
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="large"
      pending={pending}
      pendingLabel="Waiting for your passkey"
      onClick={start}
      className="mt-3 w-full"
    >
      {label}
    </Button>
  );
}
