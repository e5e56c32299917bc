import { listModels } from '@redial/contract';
import { data, Form, useSubmit } from 'react-router';
import { createServerCall } from '../api.ts';
import { ModelList } from '../features/models/model-list.tsx';
import { modelSorts, parseModelSort, sortModels } from '../features/models/model-sort.ts';
import { ErrorPage } from '../layout/error-page.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Route } from './+types/models.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const sort = parseModelSort(url.searchParams.get('sort'));
  const result = await createServerCall(context)(listModels, { query: {} });
  if (!result.ok) throw data(result.error.message, { status: result.error.status || 503 });
  // The data is sent twice, in the page and for its hydration: only what the table shows.
  const models = sortModels(result.value, sort).map(
    ({ slug, name, storageGb, estimate, costPerMonth, offers, fromPrice, updates }) => ({
      slug,
      name,
      storageGb,
      estimate,
      costPerMonth,
      offers,
      fromPrice,
      updates: { status: updates.status, until: updates.until },
    }),
  );
  return { models, sort, now: Date.now() };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'Phone models, prices and updates | Redial',
    description:
      'What each iPhone, Galaxy, Xiaomi, Redmi and POCO costs used, what a month of use costs, and until when it gets security updates.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/models',
  });

export default function Models({ loaderData: { models, sort, now } }: Route.ComponentProps) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  return (
    <div className="page pt-10 lg:pt-14">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-2xl">
          <h1 className="text-3xl">What phones cost</h1>
          <p className="mt-3 text-ink-soft">
            {models.length} models with what they cost used, in good condition and with the smallest
            storage. The cost of a month is what the phone loses in two years, divided by 24.
          </p>
        </div>
        <Form method="get" className="flex items-end gap-3">
          <SelectField
            key={sort}
            name="sort"
            label="Sort by"
            defaultValue={sort}
            onChange={({ currentTarget }) => submit(currentTarget.form)}
          >
            {Object.entries(modelSorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {!hydrated && (
            <noscript>
              <Button type="submit">Sort</Button>
            </noscript>
          )}
        </Form>
      </header>
      <ModelList models={models} now={now} />
    </div>
  );
}

export { ErrorPage as ErrorBoundary };
