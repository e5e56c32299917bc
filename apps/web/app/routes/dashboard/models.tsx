import { listModels } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { editedModelColumns } from '../../features/models/edited-model-columns.tsx';
import { searchModels } from '../../features/models/search-models.ts';
import { call } from '../../session/call.ts';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/models.ts';

const title = 'Models';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = async () => ({
  result: await call(listModels, { query: {} }),
  now: Date.now(),
});

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={editedModelColumns(0)} />
    </DashboardSkeleton>
  ),
};

/** The model catalogue, for admins to correct. */
export default function Models({ loaderData: { result, now } }: Route.ComponentProps) {
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);
  return (
    <ListPage
      title={title}
      description="An import of the catalogue does not change a model that you have edited."
      result={result}
      empty={
        <EmptyState icon={<SearchX />} title="No models">
          The catalogue is imported when the server starts.
        </EmptyState>
      }
    >
      {(models) => {
        const found = searchModels(models, text);
        return (
          <>
            <TextField
              type="search"
              label="Search models"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
              className="max-w-md"
            />
            <p role="status" className="mb-3 text-ink-soft text-sm">
              {found.length === 1 ? '1 model' : `${found.length} models`}
            </p>
            {found.length === 0 ? (
              <EmptyState icon={<SearchX />} title="Nothing matches">
                Type less: a brand, a name, or another name of the model.
              </EmptyState>
            ) : (
              <Table
                caption={title}
                columns={editedModelColumns(now)}
                rows={found.map((model) => ({ ...model, _id: model.slug }))}
              />
            )}
          </>
        );
      }}
    </ListPage>
  );
}
