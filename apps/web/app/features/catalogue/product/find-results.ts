/** A list of phones that the user came from. */
export interface Results {
  /** Its URL, with all filters. */
  readonly href: string;
  /** Its position in the history of the tab. */
  readonly index: number;
  readonly label: string;
}

const lists: readonly (readonly [path: RegExp, label: string])[] = [
  [/^\/$/, 'Back to results'],
  [/^\/search$/, 'Back to results'],
  [/^\/category-products\//, 'Back to results'],
  [/^\/favourites$/, 'Back to favourites'],
];

/** Pages on the way: similar phones, and signing in for a purchase. */
const passed = /^\/(products\/.+|login|signup)$/;

/** Hash of the history entry of a dialog on a list. */
const dialog = /^#(phone|order)-/;

/**
 * Finds the list that the page of a phone was reached from.
 *
 * @param urls of the entries of the tab's history before the current one, the oldest first; null where
 *   the browser does not tell
 * @returns undefined if there is none, or if the user has been on another page since
 */
export function findResults(urls: readonly (string | null)[]): Results | undefined {
  for (let index = urls.length - 1; index >= 0; index--) {
    const text = urls[index];
    if (!text) return undefined;
    const url = new URL(text);
    const label = lists.find(([path]) => path.test(url.pathname))?.[1];
    if (label) {
      const before = dialog.test(url.hash) ? urls[index - 1] : undefined;
      // The list without the dialog.
      if (before && samePage(url, new URL(before))) continue;
      return { href: url.pathname + url.search + url.hash, index, label };
    }
    if (!passed.test(url.pathname)) return undefined;
  }
  return undefined;
}

const samePage = (a: URL, b: URL) => a.pathname === b.pathname && a.search === b.search;
