import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import { identityKnownDevices, identitySessions } from '../../db/schema/identity.ts';

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The random id that the web app keeps in a browser; undefined for other clients. */
  readonly deviceId: string | undefined;
  readonly userAgent: string;
  /** The client's network, see `networkOf`. */
  readonly network: string;
}

/**
 * Identifies a device of an account. Clients without an id count as the same device as long as they have
 * the same network and user agent. A hash, so that a copy of the database does not help to pass for a
 * known device.
 */
export function hashDevice(uid: string, { deviceId, userAgent, network }: SignInOrigin): string {
  const device = deviceId ? [uid, deviceId] : [uid, userAgent, network];
  return createHash('sha256').update(JSON.stringify(device)).digest('base64url');
}

/**
 * Whether an account has been used before, and never on this device. The first sign-in of an account is
 * not announced: it is the one that follows the sign-up.
 */
export async function isNewDevice(db: Database, uid: string, device: string): Promise<boolean> {
  const devices = await db
    .select({ device: identityKnownDevices.device })
    .from(identityKnownDevices)
    .where(eq(identityKnownDevices.userId, uid));
  if (devices.length > 0) return devices.every((one) => one.device !== device);
  // Accounts that are older than the list of devices.
  const [session] = await db
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(eq(identitySessions.userId, uid))
    .limit(1);
  return session !== undefined;
}

/**
 * Adds a device to those on which an account has been used, or renews it.
 *
 * @param mark the same for the same browser in every account; undefined for clients without an id.
 */
export async function rememberDevice(
  db: Database,
  uid: string,
  device: string,
  mark: string | undefined,
): Promise<void> {
  await db
    .insert(identityKnownDevices)
    .values({ userId: uid, device, mark: mark ?? null })
    .onConflictDoUpdate({
      target: [identityKnownDevices.userId, identityKnownDevices.device],
      set: { lastSignInAt: sql`now()`, ...(mark ? { mark } : {}) },
    });
}

/**
 * Forgets devices that somebody signed out from elsewhere: the next sign-in there is announced.
 *
 * @param devices hashes; null for sessions without one.
 */
export async function forgetDevices(
  db: Executor,
  uid: string,
  devices: readonly (string | null)[],
): Promise<void> {
  const hashes = devices.filter((device) => device !== null);
  if (hashes.length === 0) return;
  const { userId, device } = identityKnownDevices;
  await db.delete(identityKnownDevices).where(and(eq(userId, uid), inArray(device, hashes)));
}
