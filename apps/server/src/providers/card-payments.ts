import type { Deps } from '@redial/api';
import { createSandboxCards, type SandboxCards, type StripeAccount } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * The card provider: Stripe where its keys are set, otherwise the sandbox, which has routes and
 * deliveries of its own.
 *
 * @throws ConfigError where Stripe does not take the key.
 */
export async function openCardPayments(
  { stripe, sessionSecret, publicUrl }: Config,
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  tell: (line: string) => void,
): Promise<{ cardPayments: Deps['cardPayments']; sandboxCards?: SandboxCards }> {
  if (stripe) return { cardPayments: await openStripe(stripe, { clock, log }, tell) };
  const sandboxCards = createSandboxCards({
    db,
    clock,
    log,
    secret: sessionSecret,
    webhookUrl: `${publicUrl}/webhooks/sandbox`,
  });
  return { cardPayments: sandboxCards.cardPayments, sandboxCards };
}

/**
 * Asks Stripe once whether it takes the key. One that is not to be reached does not keep Redial from
 * starting: phones are found and ordered without it, and it is used as soon as it is back.
 */
async function openStripe(
  account: StripeAccount,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  tell: (line: string) => void,
): Promise<Deps['cardPayments']> {
  const { createStripeCards } = await import('@redial/api/adapters/stripe');
  const { cardPayments, check } = createStripeCards({ ...account, clock });
  const refused = await check().catch((err: unknown) => {
    log.warn({ err }, 'Stripe is not to be reached now');
    return undefined;
  });
  if (refused) throw new ConfigError(`STRIPE_SECRET_KEY is not taken by Stripe: ${refused}`);
  if (account.publishableKey.startsWith('pk_test_')) {
    tell('Stripe takes test cards only: the keys are test keys');
  }
  return cardPayments;
}
