import { listOwnDecisions } from '@redial/contract';
import { call } from './call.ts';

/**
 * Until when the account is suspended: null for good, undefined if it is not, also if that cannot be
 * found out.
 */
export async function fetchSuspension(): Promise<string | null | undefined> {
  const result = await call(listOwnDecisions, {});
  return result.ok ? result.value.suspension?.until : undefined;
}
