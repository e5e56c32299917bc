import type { ApiError } from '@redial/contract';
import { useState } from 'react';
import type { IdentityUser } from '../../session/identity-client.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const StepUpDialog = lazyDialog(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

type FailedResult = { readonly ok: false; readonly error: Pick<ApiError, 'code'> };

/**
 * Step-up authentication: endpoints with `stepUp` require a recent sign-in. If a request fails for that
 * reason, the user is asked to sign in again, and the request is repeated.
 *
 * @returns `withStepUp`, which runs a request and resolves to its result, or to undefined if the user
 *   closed the dialog; and `stepUpDialog`, to be rendered by the caller.
 */
export function useStepUp(user: IdentityUser) {
  const [pending, setPending] = useState<(confirmed: boolean) => void>();
  const confirm = () => new Promise<boolean>((resolve) => setPending(() => resolve));
  const finish = (confirmed: boolean) => {
    pending?.(confirmed);
    setPending(undefined);
  };

  async function withStepUp<R extends { readonly ok: true } | FailedResult>(
    request: () => Promise<R>,
  ): Promise<R | undefined> {
    const result = await request();
    if (result.ok || result.error.code !== 'session.step-up-required') return result;
    return (await confirm()) ? request() : undefined;
  }

  return {
    withStepUp,
    stepUpDialog: <StepUpDialog user={user} open={pending !== undefined} onFinish={finish} />,
  };
}
