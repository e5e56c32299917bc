import { listOrders } from '@redial/contract';
import { ShoppingBag } from 'lucide-react';
import { href } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-frame.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { orderColumns } from '../../features/orders/columns.tsx';
import { call } from '../../session/call.ts';
import { personContext } from '../../session/guards.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/my-orders.ts';

const title = 'My Orders';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  call(listOrders, { query: { email: context.get(personContext).email } });

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={orderColumns} rows={4} />
    </DashboardSkeleton>
  ),
};

export default function MyOrders({ loaderData }: Route.ComponentProps) {
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
