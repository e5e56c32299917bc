import type { Result } from '@redial/contract';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useMutation } from './use-mutation.ts';

/** Milliseconds between two looks at a verification in progress. */
const pollMs = 1500;

/**
 * The verification of a sealed chain: while one is running, the page's data is loaded again and again.
 *
 * @param request requests another one
 */
export function useVerification(
  verification: { readonly finishedAt: string | null } | null,
  request: () => Promise<Result<unknown>>,
): { pending: boolean; verify: () => void } {
  const { mutate, pending } = useMutation();
  const { revalidate } = useRevalidator();
  const running = verification !== null && verification.finishedAt === null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(revalidate, pollMs);
    return () => clearInterval(timer);
  }, [running, revalidate]);
  return {
    pending: pending || running,
    verify: () => void mutate(request(), 'The verification has begun'),
  };
}
