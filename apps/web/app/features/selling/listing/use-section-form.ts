import type { Result } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { changedFields } from '../../../session/changed-fields.ts';
import { clearDraft, readDraft, saveDraft } from '../../../session/drafts.ts';
import { restoreFocus } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.ts';

/** What a section could not save: the field, if the error has one, and a sentence. */
export interface SectionError {
  readonly field?: string;
  readonly message: string;
}

/**
 * The form of a section of a listing's page. Values that are not saved survive a reload and an expired
 * session. Saving loads the page's data again, and the form then has the values as they are stored: the
 * server may write a number or a colour in another way than the seller.
 *
 * @param name identifies the draft.
 * @param initial the saved values.
 * @param save sends the values; its errors are shown in the form.
 */
export function useSectionForm<T extends object>(
  name: string,
  initial: T,
  save: (values: T) => Promise<Result<unknown>>,
) {
  const { revalidate } = useRevalidator();
  /** Only the changed values: the others are those that are stored, also if they changed elsewhere. */
  const [edited, setEdited] = useState<Partial<T>>(() => readChanges(name));
  const values: T = { ...initial, ...edited };
  const [error, setError] = useState<SectionError>();
  const [pending, setPending] = useState(false);
  const change = (next: T) => {
    const changes = changedFields(initial, next);
    setEdited(changes);
    setError(undefined);
    saveDraft(name, { json: JSON.stringify(changes) });
  };
  return {
    values,
    pending,
    error,
    change,
    /** Changes one value. */
    set: <K extends keyof T>(key: K, value: T[K]) => change({ ...values, [key]: value }),
    setError,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
    /** The sentence about a field. */
    errorOf: (field: string): string | undefined =>
      error?.field === field ? error.message : undefined,
    /** Discards what is not saved. */
    reset: () => {
      clearDraft(name);
      setEdited({});
      setError(undefined);
    },
    /** @returns whether the values were saved. */
    async submit(sent: T = values): Promise<boolean> {
      if (pending) return false;
      setPending(true);
      setError(undefined);
      const result = await save(sent);
      if (result.ok) {
        clearDraft(name);
        const saved = changedFields(initial, sent);
        setEdited(saved);
        toast.success(savedText(result.value));
        await revalidate();
        // Unless the seller has gone on typing.
        setEdited((latest) => (latest === saved ? {} : latest));
        // The button may be gone.
        restoreFocus();
      } else {
        const { field, message, status } = result.error;
        setError({ message, ...(field ? { field: field.replace(/^(body|query)\./, '') } : {}) });
        // The listing was ordered or removed meanwhile.
        if (status === 404 || status === 409) revalidate();
      }
      setPending(false);
      return result.ok;
    },
  };
}

export type SectionForm<T extends object> = ReturnType<typeof useSectionForm<T>>;

function readChanges<T extends object>(name: string): Partial<T> {
  const { json } = readDraft(name, { json: '' });
  try {
    const stored: unknown = JSON.parse(json || 'null');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Says if the details lowered the condition that the seller had stated. */
function savedText(saved: unknown): string {
  const { loweredFrom, condition } = (saved ?? {}) as { loweredFrom?: string; condition?: string };
  return loweredFrom
    ? `Saved. The condition is now "${condition}" instead of "${loweredFrom}"`
    : 'Saved';
}
