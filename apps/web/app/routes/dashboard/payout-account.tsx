import { getPayoutAccount, setUpPayoutAccount } from '@redial/contract';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import type { BankDetails } from '../../features/payouts/bank-details-form.tsx';
import { PayoutAccountView } from '../../features/payouts/payout-account-view.tsx';
import { call } from '../../session/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/payout-account.ts';

const title = 'Payout account';

export const meta = () => [{ title: `${title} | Redial` }];

/** `onboarding` says how the seller came back from the provider's page; see `payout-account.ts`. */
export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => ({
  result: await call(getPayoutAccount, {}),
  onboarding: url.searchParams.get('onboarding'),
});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 w-full" />
    </DashboardSkeleton>
  ),
};

export default function PayoutAccountRoute({ loaderData }: Route.ComponentProps) {
  const { result, onboarding } = loaderData;
  const { revalidate, state } = useRevalidator();

  async function setUp(details: BankDetails): Promise<readonly string[]> {
    const stored = await call(setUpPayoutAccount, { body: details });
    if (!stored.ok) {
      toast.error(stored.error.message);
      return [stored.error.message];
    }
    const { onboardingUrl, requirements, form } = stored.value;
    if (onboardingUrl) {
      location.assign(onboardingUrl);
      return [];
    }
    if (form && requirements.length > 0) return requirements;
    await revalidate();
    toast.success('Your bank account is saved');
    return [];
  }

  return (
    <>
      <PageHeader
        title={title}
        aside={
          <ButtonLink to={href('/dashboard/balance')} variant="outline" size="small">
            Balance
          </ButtonLink>
        }
      >
        Where your payouts go.
      </PageHeader>
      {onboarding === 'expired' && (
        <Notice
          badge={<Badge tone="accent">Not finished</Badge>}
          text="The link to the payment provider has expired. Nothing is lost: open it again."
        />
      )}
      {onboarding === 'returned' && result.ok && result.value.status === 'details-needed' && (
        <Notice
          badge={<Badge tone="accent">Not finished</Badge>}
          text="Some details are still missing. You can continue where you left off."
        />
      )}
      {result.ok ? (
        <PayoutAccountView account={result.value} onSetUp={setUp} />
      ) : (
        <ErrorState
          message={result.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}
