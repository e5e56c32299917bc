import { confirmHandover, fitsCheckDigit, type Handover, type ResponseOf } from '@redial/contract';
import { call } from '../../session/call.ts';
import { draftPrefix } from '../../session/drafts.ts';
import {
  type Attempt,
  keepSending,
  type Waiting,
  waitingReason,
} from '../../session/keep-sending.ts';

/** What a page keeps of a handover for the time without a connection. */
export interface StoredHandover {
  readonly data: Handover;
  /** A code without a typing error that is to be sent. */
  readonly queued?: string | undefined;
  /** The keys of the inspection steps that were ticked. */
  readonly ticked: readonly string[];
}

const keyOf = (orderId: string) => `${draftPrefix}handover-${orderId}`;

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
 * Sends a code until it has arrived. Without a connection, or while the server fails, it is stored on this
 * device and sent later, also after a reload; not if it has a typing error, or if that cannot be said.
 * Sending a code again changes nothing.
 *
 * @returns null when it was accepted, or was aborted; otherwise why not.
 */
export async function sendCode(
  { orderId, verifier }: Pick<Handover, 'orderId' | 'verifier'>,
  code: string,
  options: { signal: AbortSignal; onWaiting: (waiting: Waiting) => void },
): Promise<string | null> {
  const attempt = async (): Promise<Attempt<string | null>> => {
    const result = await call(confirmHandover, { params: { id: orderId }, body: { code } });
    const waitsFor = result.ok ? undefined : waitingReason(result.error);
    const isRight = verifier !== null && fitsCheckDigit(code, verifier.checkDigit);
    store(orderId, { queued: waitsFor && isRight ? code : undefined });
    if (result.ok) return { result: refusal(result.value) };
    if (!waitsFor) return { result: result.error.message };
    if (isRight) return { waitsFor };
    if (verifier) return { result: wrongCode };
    const isOffline = waitsFor === 'connection';
    return { result: isOffline ? 'There is no connection: try again' : result.error.message };
  };
  return (await keepSending(attempt, options)) ?? null;
}

const wrongCode = 'This is not the code.';

/** Why a code was not accepted; null if it was. */
const refusal = ({ accepted, triesLeft }: ResponseOf<typeof confirmHandover>): string | null =>
  accepted
    ? null
    : triesLeft > 0
      ? `${wrongCode} You have ${triesLeft} more tries.`
      : `${wrongCode} Too many were wrong: try again later.`;
