import { listOrders } from '@redial/contract';
import { ShoppingBag } from 'lucide-react';
import { href } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { orderColumns } from '../../features/orders/order-columns.tsx';
import { call } from '../../session/call.ts';
import { userContext } from '../../session/guards.ts';
import { useLivePage } from '../../session/use-live-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/my-orders.ts';

const title = 'My Orders';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  call(listOrders, { query: { email: context.get(userContext).email } });

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={orderColumns} rows={4} />
    </DashboardSkeleton>
  ),
};

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  useLivePage();
  return (
    <ListPage
      title={title}
      result={loaderData}
      empty={
        <EmptyState
          icon={<ShoppingBag />}
          title="No orders yet"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          A phone that you order waits here until you have paid for it.
        </EmptyState>
      }
    >
      {(orders) => <Table caption={title} columns={orderColumns} rows={orders} />}
    </ListPage>
  );
}
