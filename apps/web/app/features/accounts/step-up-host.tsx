import { useEffect } from 'react';
import { useSession } from '../../session/session-store.ts';
import { finishStepUp, useStepUpPending } from '../../session/step-up.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const StepUpDialog = lazyDialog(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/**
 * Step-up authentication: endpoints with `stepUp` require a recent sign-in. If a request fails for that
 * reason, this asks the user to sign in again, and the request is repeated (`session/call.ts`). Rendered
 * once, on every page.
 */
export function StepUpHost() {
  const session = useSession();
  const isPending = useStepUpPending();
  const isSignedOut = session.status === 'signed-out';
  useEffect(() => {
    if (isPending && isSignedOut) finishStepUp(false);
  }, [isPending, isSignedOut]);
  return session.status === 'signed-in' ? (
    <StepUpDialog
      user={session.user}
      open={isPending}
      onClose={() => finishStepUp(false)}
      onConfirmed={() => finishStepUp(true)}
    />
  ) : null;
}
