import { useState } from 'react';
import { clearDraft, readDraft, saveDraft } from './drafts.ts';

/**
 * The texts of a form without a form library, stored on every change.
 *
 * @param name identifies the draft.
 * @param initial the values of a form in which nothing has been typed.
 */
export function useDraft<T extends Readonly<Record<string, string>>>(name: string, initial: T) {
  const [draft, setDraft] = useState(() => readDraft(name, initial));
  return {
    draft,
    change: (changed: Partial<T>): void => {
      const next = { ...draft, ...changed };
      setDraft(next);
      saveDraft(name, next);
    },
    /** Deletes the draft and empties the form, after it was sent. */
    clear: (): void => {
      clearDraft(name);
      setDraft(initial);
    },
  };
}
