import type { Executor } from '../db/client.ts';
import { outbox } from '../db/schema/index.ts';
import type { Mail } from '../ports/mailer.ts';

/** The side effects that a transaction may ask for. */
export type OutboxMessage =
  | { readonly kind: 'mail.send'; readonly dedupe: string; readonly payload: Mail }
  | {
      readonly kind: 'payment.refund';
      readonly dedupe: string;
      readonly payload: { readonly paymentId: string };
    }
  | {
      readonly kind: 'identity.delete';
      readonly dedupe: string;
      readonly payload: { readonly uid: string };
    };

/**
 * Asks for a side effect, in the transaction that decided it: done if and only if that commits, and
 * once for each `dedupe`.
 */
export async function enqueue(tx: Executor, message: OutboxMessage): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind: message.kind, dedupe: message.dedupe, payload: message.payload })
    .onConflictDoNothing({ target: outbox.dedupe });
}
