import { and, eq } from 'drizzle-orm';
import { payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../platform/ids.ts';
import { advancePayout } from './advance-payout.ts';

/**
 * Advances the payout that the provider reports a change of. If a crash prevented the provider's id
 * from being stored, the provider knows our id as the reference. Payouts made in the provider's
 * dashboard are ignored.
 *
 * @throws PayoutsUnavailable
 */
export async function advancePayoutOfProvider(
  deps: Pick<Deps, 'db' | 'payouts' | 'log'>,
  input: { accountId: string; payoutId: string },
): Promise<void> {
  const reference =
    (await findByProviderId(deps, input.payoutId)) ??
    (await deps.payouts.retrievePayout(input))?.reference;
  if (reference && isUuid(reference)) await advancePayout(deps, { payoutId: reference });
}

async function findByProviderId(
  { db, payouts: { provider } }: Pick<Deps, 'db' | 'payouts'>,
  providerPayoutId: string,
): Promise<string | undefined> {
  const [payout] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.provider, provider), eq(payouts.providerPayoutId, providerPayoutId)));
  return payout?.id;
}
