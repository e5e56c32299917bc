import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityUsers } from '../../db/schema/identity.ts';
import { deviceName } from './device-name.ts';
import { createEndToken } from './end-links.ts';
import { hashDevice, isNewDevice } from './known-devices.ts';
import { findPasskeyId } from './passkeys.ts';
import { clientIpHeader, deviceHeader } from './web-request.ts';

/** A sign-in from a device that the account had not been used on. */
export interface NewDeviceSignIn {
  readonly uid: string;
  readonly email: string;
  readonly sessionId: string;
  readonly ipAddress: string;
  /** "Firefox on Windows"; contains no text of the client. */
  readonly deviceName: string;
  /** Ends the sessions on the device. */
  readonly endToken: string;
}

export interface BeginSessionOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
  /** The network of an IP address that counts as one client. */
  readonly networkOf: (ip: string) => string;
  /** A keyed hash of the id of a browser; without it, none is stored. */
  readonly markDevice?: ((deviceId: string) => string) | undefined;
  /** Notifies the owner of an account about a sign-in from a new device. */
  readonly notifyNewDevice: (signIn: NewDeviceSignIn) => Promise<void>;
}

/** What Better Auth knows of the request that begins a session. */
export interface SessionRequest {
  readonly headers?: Headers | undefined;
  /** Better Auth's path of the request. */
  readonly path?: string | undefined;
  /** The body of the request. */
  readonly body?: unknown;
  /** The session that it continues: that of a user who sets a new password. */
  readonly continued?: Readonly<Record<string, unknown>> | undefined;
}

/** Better Auth's paths of sign-ins, which may be the first of two steps. */
export const firstStepPaths: ReadonlySet<string> = new Set(['/sign-in/email', '/callback/:id']);

/** Better Auth's path of sign-ins with a passkey. */
const passkeySignInPath = '/passkey/verify-authentication';

/**
 * Runs before a session is stored: determines its device, and announces a new one. The owner is notified
 * first, so that a crash can at most announce a session that does not exist; the credentials were right
 * in any case.
 *
 * Better Auth also begins a session in the first of two steps, and deletes it before it responds: that is no
 * sign-in. A session that continues another one is as old as that: the password alone, which is asked for
 * when it is changed, is not a sign-in to an account with a second factor.
 *
 * @returns the fields of the session.
 */
export async function beginSession(
  options: BeginSessionOptions,
  uid: string,
  { headers, path = '', body, continued }: SessionRequest,
): Promise<{ id: string; device: string | null; passkeyId?: string; createdAt?: Date }> {
  const { db, networkOf } = options;
  const id = randomUUID();
  const [user] = await db
    .select({ email: identityUsers.email, twoFactorEnabled: identityUsers.twoFactorEnabled })
    .from(identityUsers)
    .where(eq(identityUsers.id, uid));
  if (continued) {
    const { device, createdAt, passkeyId } = continued;
    return {
      id,
      device: typeof device === 'string' ? device : null,
      ...(typeof passkeyId === 'string' ? { passkeyId } : {}),
      ...(user?.twoFactorEnabled && createdAt instanceof Date ? { createdAt } : {}),
    };
  }
  if (user?.twoFactorEnabled && firstStepPaths.has(path)) return { id, device: null };
  const ipAddress = headers?.get(clientIpHeader) ?? '';
  const userAgent = headers?.get('user-agent') ?? '';
  const deviceId = headers?.get(deviceHeader) ?? undefined;
  const device = hashDevice(uid, { deviceId, userAgent, network: networkOf(ipAddress) });
  if (user && (await isNewDevice(db, uid, device))) {
    await options.notifyNewDevice({
      uid,
      email: user.email,
      sessionId: id,
      ipAddress,
      deviceName: deviceName(userAgent),
      endToken: await createEndToken(options, { uid, device }),
    });
  }
  const passkeyId = path === passkeySignInPath && (await findPasskeyId(db, uid, body));
  return { id, device, ...(passkeyId ? { passkeyId } : {}) };
}
