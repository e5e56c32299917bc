import { networkError, type Result } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { restoreFocus } from '../ui/page-header.tsx';
import { toast } from '../ui/toast.ts';
import { refreshOwnership } from './ownership.ts';

/**
 * For buttons that change data: awaits the request, revalidates the page (also after an error,
 * since the data is then stale), and shows a toast.
 */
export function useMutation() {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);

  /** @returns whether the request succeeded */
  async function mutate(result: Promise<Result<unknown>>, done: string): Promise<boolean> {
    setPending(true);
    const outcome = await result;
    // Offline, revalidating would replace the data with an error.
    if (outcome.ok || outcome.error.code !== networkError.code) {
      await Promise.all([revalidate(), refreshOwnership()]);
    }
    setPending(false);
    // The row with the focused button may be gone.
    restoreFocus();
    if (outcome.ok) toast.success(done);
    else toast.error(outcome.error.message);
    return outcome.ok;
  }

  return { mutate, pending };
}
