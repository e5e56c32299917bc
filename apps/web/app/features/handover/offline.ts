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
