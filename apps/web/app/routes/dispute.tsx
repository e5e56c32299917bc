import { decideDispute, getDispute } from '@redial/contract';
import { useRevalidator } from 'react-router';
import { useStepUp } from '../features/accounts/step-up.tsx';
import { DisputeView } from '../features/disputes/dispute-view.tsx';
import { ResolutionForm } from '../features/disputes/resolution-form.tsx';
import { call } from '../session/call.ts';
import { userContext } from '../session/guards.ts';
import { useMutation } from '../session/use-mutation.ts';
import { ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/dispute.ts';

export const meta = () => [{ title: 'Dispute | Redial' }];

export const clientLoader = async ({ params: { id }, context }: Route.ClientLoaderArgs) => ({
  result: await call(getDispute, { params: { id } }),
  user: context.get(userContext),
});

export default function DisputeRoute({ loaderData: { result, user } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const { withStepUp, stepUpDialog } = useStepUp(user);
  const { mutate } = useMutation();
  if (!result.ok) {
    return (
      <div className="page py-8">
        <PageHeader title="Dispute" />
        <ErrorState
          message={result.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      </div>
    );
  }
  const dispute = result.value;
  return (
    <div className="page py-8">
      <PageHeader title="Dispute">{dispute.productName}</PageHeader>
      <DisputeView
        dispute={dispute}
        decision={
          <ResolutionForm
            price={dispute.price}
            withReason
            action="Decide"
            onSubmit={async ({ kind, refund, reason }) => {
              const body = { kind, reason, ...(refund === undefined ? {} : { refund }) };
              const decided = await withStepUp(() =>
                call(decideDispute, { params: { id: dispute._id }, body }),
              );
              if (decided) await mutate(Promise.resolve(decided), 'Your decision is recorded');
            }}
          />
        }
      />
      {stepUpDialog}
    </div>
  );
}
