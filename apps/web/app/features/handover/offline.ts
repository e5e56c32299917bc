import { confirmHandover, fitsCheckDigit, type Handover, networkError } from '@redial/contract';
import { call } from '../../session/call.ts';

/** What a page keeps of a handover for the time without a connection. */
export interface StoredHandover {
  readonly data: Handover;
  /** A code without a typing error that is to be sent. */
  readonly queued?: string;
  /** The keys of the inspection steps that were ticked. */
  readonly ticked: readonly string[];
}

const keyOf = (orderId: string) => `redial-handover-${orderId}`;

export function readStored(orderId: string): StoredHandover | undefined {
  try {
    const text = localStorage.getItem(keyOf(orderId));
    return text ? (JSON.parse(text) as StoredHandover) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the handover while it is open; afterwards its codes are of no use. */
export function store(orderId: string, change: Partial<StoredHandover>): void {
  try {
    const before = readStored(orderId);
    const data = change.data ?? before?.data;
    if (!data) return;
    if (data.state !== 'paid') localStorage.removeItem(keyOf(orderId));
    else {
      const next = { ticked: [], ...before, ...change, data };
      localStorage.setItem(keyOf(orderId), JSON.stringify(next));
    }
  } catch {
    // Storage is not available: the page works while it is open.
  }
}

/**
 * Registers the service worker for this page only, and lets it store what the page consists of.
 * Resolves to whether the page can be opened without a connection from now on.
 */
export async function makeAvailableOffline(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  try {
    const registration = await navigator.serviceWorker.register('/handover-worker.js', {
      scope: path,
    });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker) return false;
    const urls = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/(assets|images|icons)\//.test(name));
    const stored = new Promise<boolean>((resolve) => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data?.stored));
      setTimeout(() => resolve(false), 20_000);
    });
    worker.postMessage({ urls: [path, ...new Set(urls)] });
    return await stored;
  } catch {
    return false;
  }
}

/**
 * Sends a code, or keeps it until there is a connection. Sending it again changes nothing.
 *
 * @returns `queued` if there is no connection, and no typing error in the code.
 */
export async function sendCode(
  { orderId, verifier }: Handover,
  code: string,
): Promise<
  | { readonly kind: 'sent'; readonly complete: boolean }
  | { readonly kind: 'queued' }
  | { readonly kind: 'failed'; readonly message: string }
> {
  const result = await call(confirmHandover, { params: { id: orderId }, body: { code } });
  if (result.ok) {
    const { accepted, complete, triesLeft } = result.value;
    if (accepted) return { kind: 'sent', complete };
    const message =
      triesLeft > 0
        ? `This is not the code. You have ${triesLeft} more tries.`
        : 'This is not the code. Too many were wrong: try again later.';
    return { kind: 'failed', message };
  }
  if (result.error.code !== networkError.code) {
    return { kind: 'failed', message: result.error.message };
  }
  if (!verifier) return { kind: 'failed', message: 'There is no connection: try again' };
  if (fitsCheckDigit(code, verifier.checkDigit)) return { kind: 'queued' };
  return { kind: 'failed', message: 'This is not the code.' };
}
