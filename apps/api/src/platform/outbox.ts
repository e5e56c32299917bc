import type { Executor } from '../db/client.ts';
import { outbox } from '../db/schema/index.ts';
import type { Mail } from '../ports/mailer.ts';

/** The side effects that a transaction can enqueue. */
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
 * Enqueues a side effect in the caller's transaction: it happens only if that commits, and once per
 * `dedupe` key.
 */
export async function enqueue(tx: Executor, message: OutboxMessage): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind: message.kind, dedupe: message.dedupe, payload: message.payload })
    .onConflictDoNothing({ target: outbox.dedupe });
}
