import type Stripe from 'stripe';
import type { Onboarding, PayoutAccount, PayoutAccountStatus } from '../../ports/payouts.ts';
import { isRejectedAs, isStripeId, toDate } from '../card-payments/stripe-client.ts';

/**
 * Creates an Express account that can receive transfers. Money stays in it until it is paid out by a
 * request: the schedule is manual.
 */
export async function createAccount(
  stripe: Stripe,
  { userId, email, idempotencyKey }: { userId: string; email: string; idempotencyKey: string },
): Promise<PayoutAccount> {
  return toAccount(
    await stripe.accounts.create(
      {
        type: 'express',
        email,
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        settings: { payouts: { schedule: { interval: 'manual' } } },
        metadata: { userId },
      },
      { idempotencyKey },
    ),
  );
}

export async function findAccount(stripe: Stripe, id: string): Promise<PayoutAccount | undefined> {
  if (!isStripeId('acct', id)) return undefined;
  try {
    return toAccount(await stripe.accounts.retrieve(id));
  } catch (error) {
    if (isRejectedAs(error, 'resource_missing', 'account_invalid')) return undefined;
    throw error;
  }
}

/** Creates a link to Stripe's onboarding, which can be used once and expires after some minutes. */
export async function createOnboardingLink(
  stripe: Stripe,
  input: { accountId: string; returnUrl: string; refreshUrl: string },
): Promise<Onboarding> {
  const link = await stripe.accountLinks.create({
    account: input.accountId,
    type: 'account_onboarding',
    return_url: input.returnUrl,
    refresh_url: input.refreshUrl,
  });
  if (link.object !== 'account_link' || !URL.canParse(link.url))
    throw new Error('the response is not an account link');
  return { kind: 'hosted', url: link.url, expiresAt: toDate(link.expires_at) };
}

/** @throws if the object is not an account. */
function toAccount(account: Stripe.Account): PayoutAccount {
  if (account.object !== 'account') throw new Error('the response is not an account');
  const due = [
    ...new Set([
      ...(account.requirements?.past_due ?? []),
      ...(account.requirements?.currently_due ?? []),
    ]),
  ];
  const errors = account.requirements?.errors?.map(({ reason }) => reason) ?? [];
  const status = statusOf(account, due);
  return {
    id: account.id,
    status,
    requirements: status === 'enabled' || status === 'rejected' ? [] : toSentences(due, errors),
    last4: account.external_accounts?.data[0]?.last4 ?? undefined,
    fingerprint: account.external_accounts?.data[0]?.fingerprint ?? undefined,
  };
}

function statusOf(account: Stripe.Account, due: readonly string[]): PayoutAccountStatus {
  if (account.requirements?.disabled_reason?.startsWith('rejected.')) return 'rejected';
  if (account.payouts_enabled && account.capabilities?.transfers === 'active') return 'enabled';
  return due.length > 0 || !account.details_submitted ? 'details-needed' : 'pending';
}

/**
 * What Stripe's requirements ask for, by the beginning of their names:
 * https://docs.stripe.com/connect/required-verification-information
 */
const sentences: readonly (readonly [prefix: RegExp, sentence: string])[] = [
  [/^external_account/, 'Add the bank account that receives your payouts.'],
  [/^tos_acceptance/, 'Accept the terms of the payment provider.'],
  [/^business_profile/, 'Tell the payment provider what you sell.'],
  [/^individual\.(first_name|last_name)/, 'Enter your name.'],
  [/^individual\.dob/, 'Enter your date of birth.'],
  [/^individual\.address/, 'Enter your address.'],
  [/^individual\.(email|phone)/, 'Enter your e-mail address and phone number.'],
  [/^individual\.(ssn|id_number)/, 'Enter your tax or identity number.'],
  [/^individual\.verification/, 'Upload an identity document.'],
];

/** One sentence for each thing to do; Stripe's own explanations of what is wrong come first. */
function toSentences(due: readonly string[], errors: readonly string[]): string[] {
  const todo = due.map(
    (name) =>
      sentences.find(([prefix]) => prefix.test(name))?.[1] ??
      'Complete your details at the payment provider.',
  );
  return [...new Set([...errors, ...todo])];
}
