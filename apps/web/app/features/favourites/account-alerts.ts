import {
  addAvailabilityAlert,
  listAvailabilityAlerts,
  removeAvailabilityAlert,
} from '@redial/contract';
import { call } from '../../session/call.ts';

/** Whether the signed-in user waits for a phone on hold; false if it cannot be loaded. */
export async function isWaitingFor(listingId: string): Promise<boolean> {
  const result = await call(listAvailabilityAlerts, {});
  return result.ok && result.value.ids.includes(listingId);
}

/** @returns why it could not be saved; undefined if it was. */
export async function saveAlert(
  listingId: string,
  isWaiting: boolean,
): Promise<string | undefined> {
  const params = { listingId };
  const result = await (isWaiting
    ? call(addAvailabilityAlert, { params })
    : call(removeAvailabilityAlert, { params }));
  return result.ok ? undefined : result.error.message;
}
