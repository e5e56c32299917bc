import { networkError, type Result } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { restoreFocus } from '../ui/page-header.tsx';
import { toast } from '../ui/toast.ts';

/**
 * For buttons that change something: makes the call, reads what the page shows anew (also after a
 * refusal: then something has changed behind the page's back), and says how it went.
 */
export function useMutation() {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);

  /** @returns whether the call succeeded */
  async function mutate(result: Promise<Result<unknown>>, done: string): Promise<boolean> {
    setPending(true);
    const outcome = await result;
    // Without a line nothing newer can be had: what is shown stays.
    if (outcome.ok || outcome.error.code !== networkError.code) await revalidate();
    setPending(false);
    // The row whose button was pressed may be gone.
    restoreFocus();
    if (outcome.ok) toast.success(done);
    else toast.error(outcome.error.message);
    return outcome.ok;
  }

  return { mutate, pending };
}
