import { useState } from 'react';
import { useSecondFactorRequest } from '../../session/second-factor.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const SecondFactorDialog = lazyDialog(
  async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
);

/**
 * Two-factor sign-in: whatever signs in, with a password or Google, waits here for the code. Rendered once,
 * on every page.
 */
export function SecondFactorHost() {
  const request = useSecondFactorRequest();
  // Kept while the dialog is animated away.
  const [last, setLast] = useState(request);
  if (request && request !== last) setLast(request);
  return (
    <SecondFactorDialog
      open={request !== undefined}
      onClose={() => request?.finish(undefined)}
      request={request ?? last}
    />
  );
}
