import { useEffect } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';
import { changedFields } from './changed-fields.ts';
import { currentSession } from './session-store.ts';

/*
 * Form drafts survive an expired session, a reload, or a closed dialog. They are stored per user
 * until the tab is closed or the user signs out; those that are `lasting`, until the user signs out.
 */

/** What is stored under keys with this prefix is deleted when the user signs out. */
export const draftPrefix = 'redial-draft:';

function storageKey(name: string): string | undefined {
  const session = currentSession();
  return session.status === 'signed-in' ? `${draftPrefix}${session.user.uid}:${name}` : undefined;
}

const storageOf = (lasting: boolean) => (lasting ? localStorage : sessionStorage);

/** Reads a stored draft, merged over the form's default values. */
export function readDraft<T extends object>(name: string, empty: T, lasting = false): T {
  try {
    const key = storageKey(name);
    const stored: unknown = JSON.parse((key && storageOf(lasting).getItem(key)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return empty;
    const fields = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(empty, field) && typeof value === 'string',
    );
    return { ...empty, ...Object.fromEntries(fields) };
  } catch {
    return empty;
  }
}

/**
 * Stores a form's values on every change.
 *
 * @param about.secret a field that is not stored
 * @param about.saved what the form changes: values that equal it are not stored, so that those which
 *   change elsewhere meanwhile are read anew
 */
export function useSaveDraft<T extends FieldValues>(
  name: string,
  subscribe: UseFormSubscribe<T>,
  { secret, saved }: { secret?: keyof T & string; saved?: Partial<T> } = {},
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          saveDraft(name, {
            ...(saved ? changedFields(saved, values) : values),
            ...(secret && { [secret]: '' }),
          }),
      }),
    [name, subscribe, secret, saved],
  );
}

/** Stores a draft. */
export function saveDraft(name: string, values: object, lasting = false): void {
  const key = storageKey(name);
  if (key) saveItem(key, JSON.stringify(values), lasting);
}

/** Deletes a draft after it was submitted. */
export function clearDraft(name: string, lasting = false): void {
  const key = storageKey(name);
  if (key) storageOf(lasting).removeItem(key);
}

/** Deletes all drafts of this tab, and the lasting ones. */
export function clearDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      const keys = Object.keys(storage).filter((key) => key.startsWith(draftPrefix));
      for (const key of keys) storage.removeItem(key);
    }
  } catch {
    // Storage is not available: there are no drafts.
  }
}

function saveItem(key: string, text: string, lasting: boolean): void {
  try {
    storageOf(lasting).setItem(key, text);
  } catch {
    // Storage is not available or full: only the form itself has the values.
  }
}
