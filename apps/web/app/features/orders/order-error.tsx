import type { ApiError } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';

/** Answers about what does not exist, or does not belong to the account. */
const missingCodes: readonly string[] = ['order.not-found', 'dispute.not-found', 'request.invalid'];

/**
 * The error of a page about an order or its dispute: trying again is offered unless there is none.
 *
 * @param what the page is about
 */
export function OrderError({
  error,
  what = 'order',
}: {
  error: Pick<ApiError, 'code' | 'message'>;
  what?: 'order' | 'dispute';
}) {
  const { revalidate, state } = useRevalidator();
  if (!missingCodes.includes(error.code)) {
    return (
      <ErrorState message={error.message} pending={state === 'loading'} onRetry={revalidate} />
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={`There is no such ${what}`}
      action={<ButtonLink to={href('/dashboard')}>Dashboard</ButtonLink>}
    >
      It may belong to another account.
    </EmptyState>
  );
}
