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
 * Confirms the payment intent and completes the authentication step where the card requires one.
 *
 * @param ask shows the confirmation dialog and resolves to the buyer's decision
 */
export async function chargeCard(
  payment: { clientSecret: string; paymentMethodId: string },
  ask: () => Promise<'approve' | 'fail'>,
): Promise<StepResult<{ transactionId: string }>> {
  const { clientSecret } = payment;
  let result = await withIntentFallback(clientSecret, confirmIntent(payment));
  if (result.ok && result.value.status === 'requires_action') {
    const outcome = await ask();
    result = await withIntentFallback(clientSecret, completeAction({ clientSecret, outcome }));
  }
  if (!result.ok) return { ok: false, message: result.message ?? providerUnreachable };
  const { id, status } = result.value;
  if (status === 'succeeded') return { ok: true, transactionId: id };
  return { ok: false, message: paymentNotCompleted };
}

/** If the response is lost, reads the intent's actual status. */
async function withIntentFallback(
  clientSecret: string,
  request: Promise<SandboxResult<CardPaymentIntent>>,
): Promise<SandboxResult<CardPaymentIntent>> {
  const result = await request;
  if (result.ok || result.message !== undefined) return result;
  return retrieveIntent(clientSecret);
}
