import { href } from 'react-router';

/** A page that the key `g` and then another one open. */
export interface PageKey {
  readonly key: string;
  readonly label: string;
  readonly to: string;
}

export const pageKeys: readonly PageKey[] = [
  { key: 'o', label: 'Overview', to: href('/dashboard/overview') },
  { key: 'm', label: 'Moderation', to: href('/dashboard/moderation') },
  { key: 'p', label: 'Possession Photos', to: href('/dashboard/possession-proofs') },
  { key: 'r', label: 'Reported Product', to: href('/dashboard/reported-products') },
  { key: 'd', label: 'Disputes', to: href('/dashboard/disputes') },
  { key: 's', label: 'All Sellers', to: href('/dashboard/allsellers') },
  { key: 'b', label: 'All Buyers', to: href('/dashboard/allbuyers') },
  { key: 'l', label: 'Ledger', to: href('/dashboard/ledger') },
  { key: 'a', label: 'Audit Log', to: href('/dashboard/audit-log') },
];

const storageKey = 'redial-shortcuts';

/** Whether this browser has them on; the default. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function setShortcutsOn(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Without storage, until the page is loaded again.
  }
}
