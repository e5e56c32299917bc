import type { Result } from '@redial/contract';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { PageHead } from '../../ui/page-head.tsx';
import { ErrorState } from '../../ui/states.tsx';

/**
 * A page that lists something: its head, then the list, or why there is none and a way forward.
 *
 * @param empty what is said where the list is empty
 */
export function ListPage<Item>({
  title,
  about,
  aside,
  result,
  empty,
  children,
}: {
  title: string;
  about?: string;
  aside?: ReactNode;
  result: Result<readonly Item[]>;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <PageHead title={title} count={result.ok ? result.value.length : undefined} aside={aside}>
        {about}
      </PageHead>
      {result.ok ? (
        result.value.length > 0 ? (
          children(result.value)
        ) : (
          empty
        )
      ) : (
        <ErrorState
          message={result.problem.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}
