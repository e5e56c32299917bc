import { AsyncLocalStorage } from 'node:async_hooks';

const results = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/**
 * Renders a page, whose calls to the API are made in-process: what several of them need is read once
 * (`readOncePerPage`), as of the first of them.
 */
export const withPageMemo = <T>(render: () => Promise<T>): Promise<T> =>
  results.run(new Map(), render);

/**
 * Reads something once per page. Reads it at each call where no page is being rendered, as for requests
 * of clients, which must see what was written before them.
 *
 * @param key names what is read with all that it depends on, except the database.
 */
export function readOncePerPage<T>(key: string, read: () => Promise<T>): Promise<T> {
  const known = results.getStore();
  if (!known) return read();
  const result = (known.get(key) as Promise<T> | undefined) ?? read();
  known.set(key, result);
  return result;
}
