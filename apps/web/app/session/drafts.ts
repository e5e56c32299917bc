import { useEffect } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';
import { currentSession } from './session-store.ts';

/*
 * What was typed into a form outlives what takes the form away: a session that ends half-way, a
 * reload, a press beside. It is kept for the person who typed it, until the tab is closed or the
 * person signs out.
 */

const prefix = 'redial-draft';

function storageKey(name: string): string | undefined {
  const session = currentSession();
  return session.status === 'signed-in' ? `${prefix}:${session.user.uid}:${name}` : undefined;
}

/** What the person typed into a form before, field by field over what the form begins with. */
export function readDraft<T extends object>(name: string, empty: T): T {
  try {
    const key = storageKey(name);
    const kept: unknown = JSON.parse((key && sessionStorage.getItem(key)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const fields = Object.entries(kept).filter(
      ([field, value]) => Object.hasOwn(empty, field) && typeof value === 'string',
    );
    return { ...empty, ...Object.fromEntries(fields) };
  } catch {
    return empty;
  }
}

/** Keeps what is typed into a form. */
export function useSaveDraft<T extends FieldValues>(
  name: string,
  subscribe: UseFormSubscribe<T>,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const key = storageKey(name);
          if (key) saveItem(key, JSON.stringify(values));
        },
      }),
    [name, subscribe],
  );
}

/** Forgets what was typed: it has been sent. */
export function clearDraft(name: string): void {
  const key = storageKey(name);
  if (key) sessionStorage.removeItem(key);
}

/** Forgets what anybody typed in this tab. */
export function clearDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}:`));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function saveItem(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is closed to us or full: the form itself still has it.
  }
}
