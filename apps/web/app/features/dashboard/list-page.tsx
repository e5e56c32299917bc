import type { Result } from '@redial/contract';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/**
 * A page with a list: header, then the list, its empty state or its error state.
 *
 * @param toolbar controls above the list
 * @param empty the empty state
 */
export function ListPage<Item>({
  title,
  description,
  aside,
  toolbar,
  result,
  empty,
  children,
}: {
  title: string;
  description?: string;
  aside?: ReactNode;
  toolbar?: ReactNode;
  result: Result<readonly Item[]>;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHeader title={title} count={result.ok ? result.value.length : undefined} aside={aside}>
        {description}
      </PageHeader>
      {toolbar}
      {result.ok ? (
        result.value.length > 0 ? (
          children(result.value)
        ) : (
          empty
        )
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
