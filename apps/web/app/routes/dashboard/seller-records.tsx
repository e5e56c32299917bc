import { listSellerRecords } from '@redial/contract';
import { FileLock2 } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { sellerRecordColumns } from '../../features/seller-records/seller-record-columns.tsx';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/seller-records.ts';

const title = 'Seller Records';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const q = url.searchParams.get('q')?.trim().slice(0, 100) ?? '';
  return { q, result: await call(listSellerRecords, { query: q ? { q } : {} }) };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={sellerRecordColumns} />
    </DashboardSkeleton>
  ),
};

export default function SellerRecords({ loaderData: { q, result } }: Route.ComponentProps) {
  const { state } = useNavigation();
  return (
    <ListPage
      title={title}
      description="Who sold a phone or was paid, and then deleted the account, leaves a sealed record of who they are. Open one only for a reason that you could explain to them: every opening is logged."
      result={result}
      toolbar={
        <Form
          role="search"
          aria-label="Seller records"
          className="mb-4 flex flex-wrap items-start gap-3"
          key={q}
        >
          <TextField
            label="Find a record"
            hint="The id of the seller, of an order or of a phone"
            name="q"
            type="search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            defaultValue={q}
            className="min-w-0 flex-1 basis-72"
          />
          <Button type="submit" variant="outline" className="sm:mt-7" pending={state === 'loading'}>
            Find
          </Button>
        </Form>
      }
      empty={
        q ? (
          <EmptyState icon={<FileLock2 />} title="No record belongs to this id">
            The seller may not have deleted the account, or the record’s time is over.
          </EmptyState>
        ) : (
          <EmptyState icon={<FileLock2 />} title="No records">
            When a seller deletes the account soon after a sale, the record is kept here for a
            while.
          </EmptyState>
        )
      }
    >
      {(records) => <Table caption={title} columns={sellerRecordColumns} rows={records} />}
    </ListPage>
  );
}
