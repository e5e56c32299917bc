import { getReturn } from '@redial/contract';
import { href, redirect, useRevalidator } from 'react-router';
import { ReturnView } from '../features/disputes/return-view.tsx';
import { call } from '../session/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/return.ts';

const title = 'Return';

export const meta = () => [{ title: `${title} | Redial` }];

/** Of a return that is over, the dispute says how it ended. */
export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const result = await call(getReturn, { params: { id } });
  if (result.ok && !result.value.underWay) {
    throw redirect(href('/dashboard/orders/:id/dispute', { id }));
  }
  return result;
}

export default function ReturnRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="page py-8">
      <PageHeader title={title} />
      {loaderData.ok ? (
        <ReturnView
          data={loaderData.value}
          disputePath={href('/dashboard/orders/:id/dispute', { id })}
        />
      ) : (
        <ErrorState
          message={loaderData.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
      <p className="mt-8">
        <ButtonLink variant="outline" to={href('/dashboard/orders/:orderId', { orderId: id })}>
          Back to the order
        </ButtonLink>
      </p>
    </div>
  );
}
