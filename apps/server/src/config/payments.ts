import type { StripeAccount } from '@redial/api/adapters';
import { allOrNone, configError, parseOrigin, type ReadSetting } from './setting.ts';

/** The three keys of a Stripe account, of one mode; without them the sandbox, but not in production. */
export function readStripe(read: ReadSetting, production: boolean): StripeAccount | undefined {
  const keys = allOrNone(read, [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
  const apiBase = read('STRIPE_API_BASE');
  if (!keys) {
    if (apiBase) throw configError('STRIPE_API_BASE', 'is set, and STRIPE_SECRET_KEY is not');
    if (production) {
      throw configError(
        'STRIPE_SECRET_KEY',
        'is required in production: the sandbox takes no money',
      );
    }
    return undefined;
  }
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = keys;
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(secretKey) ?? [];
  if (!mode) throw configError('STRIPE_SECRET_KEY', 'must begin with sk_test_, sk_live_ or rk_');
  if (!new RegExp(`^pk_${mode}_\\w+$`).test(publishableKey)) {
    throw configError(
      'STRIPE_PUBLISHABLE_KEY',
      `must begin with pk_${mode}_, as the secret key is`,
    );
  }
  if (!/^whsec_\S+$/.test(webhookSecret)) {
    throw configError('STRIPE_WEBHOOK_SECRET', 'must begin with whsec_');
  }
  if (apiBase && production)
    throw configError('STRIPE_API_BASE', 'is for tests, not for production');
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: apiBase && parseOrigin('STRIPE_API_BASE', apiBase),
  };
}
