import { href } from 'react-router';

/** A page that the key `g` and then another one open. */
export interface PageKey {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  /** The entry of the menu whose page links to it, if it has none itself. */
  readonly linkedFrom?: string;
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
  { key: 'c', label: 'Reported Messages', to: href('/dashboard/reported-messages') },
  { key: 'h', label: 'Models', to: href('/dashboard/models') },
  { key: 'i', label: 'Seller Records', to: href('/dashboard/seller-records') },
  { key: 't', label: 'Team', to: href('/dashboard/team') },
  { key: 'e', label: 'Messages', to: href('/dashboard/messages') },
  {
    key: 'k',
    label: 'Risky Listings',
    to: href('/dashboard/risky-listings'),
    linkedFrom: href('/dashboard/moderation'),
  },
  {
    key: 'w',
    label: 'Word Lists',
    to: href('/dashboard/word-lists'),
    linkedFrom: href('/dashboard/moderation'),
  },
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
