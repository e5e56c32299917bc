import { getOrderSelfTests } from '@redial/contract';
import { href, useRevalidator } from 'react-router';
import { OrderError } from '../features/orders/order-error.tsx';
import { ComparisonView } from '../features/self-tests/comparison-view.tsx';
import { call } from '../session/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/order-self-tests.ts';

const title = 'Self-tests';

export const meta = () => [{ title: `${title} | Redial` }, { name: 'robots', content: 'noindex' }];

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  call(getOrderSelfTests, { params });

export default function OrderSelfTests({ loaderData, params: { id } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const isParty = loaderData.ok && loaderData.value.viewer !== 'admin';
  return (
    <div className="page max-w-2xl py-8">
      <PageHeader title={title}>
        {loaderData.ok ? loaderData.value.productName : undefined}
      </PageHeader>
      {loaderData.ok ? (
        <ComparisonView
          data={loaderData.value}
          disputePath={href('/dashboard/orders/:id/dispute', { id })}
          onChanged={revalidate}
        />
      ) : (
        <OrderError error={loaderData.error} />
      )}
      {isParty && (
        <p className="mt-8">
          <ButtonLink variant="outline" to={href('/dashboard/orders/:orderId', { orderId: id })}>
            Back to the order
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
