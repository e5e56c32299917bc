import type { Deps } from '@redial/api';
import { createSandboxCards, type SandboxCards, type StripeAccount } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * Opens the card provider, which also pays sellers out: Stripe, or the sandbox, which has its own
 * routes and webhook dispatcher.
 *
 * @throws ConfigError if Stripe rejects the key.
 */
export async function openCardPayments(
  { cardPayments: chosen, sessionSecret, previousSessionSecrets, publicUrl }: Config,
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  onProgress: (line: string) => void,
): Promise<Pick<Deps, 'cardPayments' | 'payouts'> & { sandboxCards?: SandboxCards }> {
  if (chosen.adapter === 'stripe') return openStripe(chosen, { clock, log }, onProgress);
  const sandboxCards = createSandboxCards({
    db,
    clock,
    log,
    secret: sessionSecret,
    previousSecrets: previousSessionSecrets,
    webhookUrl: `${publicUrl}/webhooks/sandbox`,
    ...(chosen.settlementSeconds === undefined
      ? {}
      : { settlementSeconds: chosen.settlementSeconds }),
  });
  const { cardPayments, payouts } = sandboxCards;
  return { cardPayments, payouts, sandboxCards };
}

/**
 * Verifies the key with Stripe. If Stripe is unreachable, Redial starts nevertheless: everything
 * but payments works, and payments work as soon as Stripe is back.
 */
async function openStripe(
  account: StripeAccount,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  onProgress: (line: string) => void,
): Promise<Pick<Deps, 'cardPayments' | 'payouts'>> {
  const { createStripeCards, createStripePayouts } = await import('@redial/api/adapters/stripe');
  const { cardPayments, check } = createStripeCards({ ...account, clock });
  const refused = await check().catch((err: unknown) => {
    log.warn({ err }, 'Stripe is unreachable');
    return undefined;
  });
  if (refused) throw new ConfigError(`STRIPE_SECRET_KEY is rejected by Stripe: ${refused}`);
  if (account.publishableKey.startsWith('pk_test_')) {
    onProgress('Stripe accepts test cards only: the keys are test keys');
  }
  return { cardPayments, payouts: createStripePayouts(account) };
}
