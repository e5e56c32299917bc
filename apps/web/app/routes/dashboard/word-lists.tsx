import { listWordCatches, listWords, wordListLabels, wordLists } from '@redial/contract';
import { ListChecks } from 'lucide-react';
import { href, Link, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { AddWordForm } from '../../features/word-lists/add-word-form.tsx';
import { TryWordsForm } from '../../features/word-lists/try-words-form.tsx';
import { catchColumns, wordColumns } from '../../features/word-lists/word-columns.tsx';
import { call } from '../../session/call.ts';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import {
  containsText,
  isFiltered,
  ListFilter,
  NothingMatches,
  parseListFilter,
} from '../../ui/list-filter.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import type { Route } from './+types/word-lists.ts';

const title = 'Word Lists';
const choices = { label: 'List', options: wordListLabels };

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const filter = parseListFilter(url.searchParams);
  const list = wordLists.find((name) => name === filter.show);
  const before = Number(url.searchParams.get('before'));
  const isFirst = !(Number.isSafeInteger(before) && before > 0);
  const query = {
    ...(isFirst ? {} : { before }),
    ...(list ? { list } : {}),
    ...(filter.q ? { q: filter.q } : {}),
  };
  const [words, found] = await Promise.all([call(listWords, {}), call(listWordCatches, { query })]);
  if (!words.ok) return { filter, words, found, isFirst };
  const value = words.value.filter(
    (word) => containsText(filter.q, word.phrase) && (!list || word.list === list),
  );
  return { filter, words: { ...words, value }, found, isFirst };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <TableSkeleton caption={title} columns={wordColumns} />
    </DashboardSkeleton>
  ),
};

/** The words that are looked for in listings, what they have found, and a text to try them out. */
export default function WordLists({
  loaderData: { filter, words, found, isFirst },
}: Route.ComponentProps) {
  const urlOf = (query: Record<string, string>) => {
    const set = Object.entries({ ...filter, ...query }).filter(([, value]) => value !== '');
    return `${href('/dashboard/word-lists')}?${new URLSearchParams(set)}`;
  };
  const { revalidate, state } = useRevalidator();
  const failed = words.ok ? (found.ok ? undefined : found.error) : words.error;
  return (
    <>
      <PageHeader title={title}>
        Words and phrases that add to the{' '}
        <Link to={href('/dashboard/risky-listings')} className="underline">
          risk score
        </Link>{' '}
        of a listing, or hold it for review. They are found as whole words, whatever case, accents,
        signs between letters, or digits for letters. Every change is in the audit log.
      </PageHeader>
      {failed || !words.ok || !found.ok ? (
        <ErrorState
          message={failed?.message ?? ''}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      ) : (
        <>
          <AddWordForm />
          <div className="mt-2">
            <ListFilter name={title} hint="Word or phrase" choice={choices} {...filter} />
            {words.value.length === 0 && isFiltered(filter) ? (
              <NothingMatches />
            ) : words.value.length === 0 ? (
              <EmptyState icon={<ListChecks />} title="No words are listed">
                Add the first one above. Without any, listings are not compared with words.
              </EmptyState>
            ) : (
              <Table caption={title} columns={wordColumns} rows={words.value} />
            )}
          </div>
          <section aria-labelledby="try" className="mt-10">
            <h2 id="try" className="mb-3 text-xl">
              Try a text out
            </h2>
            <TryWordsForm />
          </section>
          <section aria-labelledby="found" className="mt-10">
            <h2 id="found" className="mb-3 text-xl">
              What the lists have found
            </h2>
            {found.value.catches.length === 0 && isFiltered(filter) ? (
              <NothingMatches />
            ) : found.value.catches.length === 0 ? (
              <EmptyState icon={<ListChecks />} title="Nothing was found yet">
                What is found in new and changed listings is logged here for 180 days.
              </EmptyState>
            ) : (
              <Table
                caption="What the lists have found"
                columns={catchColumns}
                rows={found.value.catches.map((one) => ({ ...one, _id: String(one._id) }))}
              />
            )}
            <nav aria-label="Pages of the log" className="mt-4 flex gap-4">
              {!isFirst && (
                <Link to={urlOf({})} className="text-accent underline">
                  Newest
                </Link>
              )}
              {found.value.nextBefore !== null && (
                <Link
                  to={urlOf({ before: String(found.value.nextBefore) })}
                  className="text-accent underline"
                >
                  Older
                </Link>
              )}
            </nav>
          </section>
        </>
      )}
    </>
  );
}
