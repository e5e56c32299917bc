import {
  type ActionOutcome,
  type CardDetails,
  type CardError,
  type CardPaymentIntent,
  type CardPaymentMethod,
  type IntentConfirmation,
  intentIdFromClientSecret,
  sandboxCardsPath,
} from '@redial/contract';
import { apiBase } from '../../../api.ts';

/**
 * Response or error of the sandbox provider; `message` is omitted when it could not be reached.
 */
export type SandboxResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message?: string };

export const createPaymentMethod = (card: CardDetails): Promise<SandboxResult<CardPaymentMethod>> =>
  send('/payment-methods', card);

export const confirmIntent = ({
  clientSecret,
  paymentMethodId,
}: IntentConfirmation): Promise<SandboxResult<CardPaymentIntent>> =>
  send(`/intents/${intentIdFromClientSecret(clientSecret)}/confirm`, {
    clientSecret,
    paymentMethodId,
  });

export const completeAction = (action: ActionOutcome): Promise<SandboxResult<CardPaymentIntent>> =>
  send(`/intents/${intentIdFromClientSecret(action.clientSecret)}/complete-action`, action);

export const retrieveIntent = (clientSecret: string): Promise<SandboxResult<CardPaymentIntent>> =>
  send(
    `/intents/${intentIdFromClientSecret(clientSecret)}?${new URLSearchParams({ clientSecret })}`,
  );

async function send<T>(path: string, body?: object): Promise<SandboxResult<T>> {
  try {
    const response = await fetch(`${apiBase}${sandboxCardsPath}${path}`, {
      method: body ? 'POST' : 'GET',
      credentials: 'omit',
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, value: answer as T };
    return { ok: false, message: (answer as CardError).error.message };
  } catch {
    return { ok: false };
  }
}
