import {
  type ActionOutcome,
  type CardError,
  type CardIntent,
  type CardToken,
  type Confirmation,
  intentIdOf,
  type NewCard,
  sandboxCardsPath,
} from '@redial/contract';
import { apiBase } from '../../../api.ts';

/** The provider's answer, or its refusal; without a message where it could not be reached at all. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message?: string };

export const keepCard = (card: NewCard): Promise<Answer<CardToken>> =>
  send('/payment-methods', card);

export const confirmIntent = ({
  clientSecret,
  paymentMethodId,
}: Confirmation): Promise<Answer<CardIntent>> =>
  send(`/intents/${intentIdOf(clientSecret)}/confirm`, { clientSecret, paymentMethodId });

export const completeAction = (action: ActionOutcome): Promise<Answer<CardIntent>> =>
  send(`/intents/${intentIdOf(action.clientSecret)}/complete-action`, action);

export const readIntent = (clientSecret: string): Promise<Answer<CardIntent>> =>
  send(`/intents/${intentIdOf(clientSecret)}?${new URLSearchParams({ clientSecret })}`);

async function send<T>(path: string, body?: object): Promise<Answer<T>> {
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
