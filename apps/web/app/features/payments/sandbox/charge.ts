import type { CardIntent } from '@redial/contract';
import type { Step } from '../payment-client.ts';
import { notCompleted, unreachable } from '../payment-words.ts';
import { type Answer, completeAction, confirmIntent, readIntent } from './wire.ts';

/**
 * Charges a card: confirms the intent, and lets the buyer answer where the card asks for that.
 *
 * @param ask shows the buyer the confirmation and resolves to the answer
 */
export async function charge(
  payment: { clientSecret: string; paymentMethodId: string },
  ask: () => Promise<'approve' | 'fail'>,
): Promise<Step<{ transactionId: string }>> {
  const { clientSecret } = payment;
  let answer = await known(clientSecret, confirmIntent(payment));
  if (answer.ok && answer.value.status === 'requires_action') {
    const outcome = await ask();
    answer = await known(clientSecret, completeAction({ clientSecret, outcome }));
  }
  if (!answer.ok) return { ok: false, message: answer.message ?? unreachable };
  const { id, status } = answer.value;
  if (status === 'succeeded') return { ok: true, transactionId: id };
  return { ok: false, message: notCompleted };
}

/** An answer that got lost says nothing about the money: then the provider is asked what is true. */
async function known(
  clientSecret: string,
  asked: Promise<Answer<CardIntent>>,
): Promise<Answer<CardIntent>> {
  const answer = await asked;
  if (answer.ok || answer.message !== undefined) return answer;
  return readIntent(clientSecret);
}
