import type { ClientConfig } from '@redial/contract';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { PaymentClient } from './payment-client.ts';

type PaymentProvider = ClientConfig['payments']['provider'];

const clients: Record<PaymentProvider, () => Promise<PaymentClient>> = {
  sandbox: () => import('./sandbox/card-form.tsx'),
  stripe: () => import('./stripe/card-form.tsx'),
};

const lazyForm = (provider: PaymentProvider) =>
  lazyPart(async () => (await clients[provider]()).CardForm);

/** The card form of each provider, lazy-loaded. */
export const cardForms: Record<PaymentProvider, PaymentClient['CardForm']> = {
  sandbox: lazyForm('sandbox'),
  stripe: lazyForm('stripe'),
};
