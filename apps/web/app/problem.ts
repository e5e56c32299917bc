import type { Result } from '@redial/contract';
import { data } from 'react-router';

/**
 * The value of a call, for loaders.
 *
 * @throws the problem as a response that the error page shows, with its status
 */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw data(result.problem.message, { status: result.problem.status || 503 });
}
