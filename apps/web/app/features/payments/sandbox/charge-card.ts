import type { CardPaymentIntent } from '@redial/contract';
import type { StepResult } from '../payment-client.ts';
import { paymentNotCompleted, providerUnreachable } from '../payment-messages.ts';
import {
  completeAction,
  confirmIntent,
  retrieveIntent,
  type SandboxResult,
} from './sandbox-api.ts';

/**
 * Charges a card: confirms the intent, and lets the buyer answer where the card asks for that.
 *
 * @param ask shows the buyer the confirmation and resolves to the answer
 */
export async function chargeCard(
  payment: { clientSecret: string; paymentMethodId: string },
  ask: () => Promise<'approve' | 'fail'>,
): Promise<StepResult<{ transactionId: string }>> {
  const { clientSecret } = payment;
  let answer = await withIntentFallback(clientSecret, confirmIntent(payment));
  if (answer.ok && answer.value.status === 'requires_action') {
    const outcome = await ask();
    answer = await withIntentFallback(clientSecret, completeAction({ clientSecret, outcome }));
  }
  if (!answer.ok) return { ok: false, message: answer.message ?? providerUnreachable };
  const { id, status } = answer.value;
  if (status === 'succeeded') return { ok: true, transactionId: id };
  return { ok: false, message: paymentNotCompleted };
}

/** An answer that got lost says nothing about the money: then the provider is asked what is true. */
async function withIntentFallback(
  clientSecret: string,
  asked: Promise<SandboxResult<CardPaymentIntent>>,
): Promise<SandboxResult<CardPaymentIntent>> {
  const answer = await asked;
  if (answer.ok || answer.message !== undefined) return answer;
  return retrieveIntent(clientSecret);
}
