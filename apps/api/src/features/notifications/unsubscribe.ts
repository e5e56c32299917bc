import {
  defaultDelivery,
  unsubscribe as endpoint,
  type NotificationKind,
  notificationKinds,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import { notificationSettings, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

type TokenSettings = Pick<Settings, 'publicUrl' | 'sessionSecret'>;

const algorithm = 'HS256';
/** Distinguishes these tokens from those of sessions, which are signed with the same key. */
const audience = 'unsubscribe';

/**
 * Creates the links that stop the mails of a kind: `endpoint` for mail clients (RFC 8058), `page` for
 * people. They do not expire, since a mail can be read years later; a new session secret ends them.
 */
export async function createUnsubscribeLinks(
  settings: TokenSettings,
  { userId, kind }: { userId: string; kind: NotificationKind },
): Promise<{ endpoint: string; page: string }> {
  const token = await new SignJWT({ kind })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(userId)
    .setIssuer(settings.publicUrl)
    .setAudience(audience)
    .sign(keyOf(settings));
  const query = `?token=${token}`;
  return {
    endpoint: settings.publicUrl + endpoint.path + query,
    page: `${settings.publicUrl}/unsubscribe${query}`,
  };
}

/**
 * Stops the mails of the kind that a link names, for its recipient. The notification centre stays as
 * it is. Repeating it changes nothing.
 *
 * @throws Problem `unsubscribe.link-invalid`
 */
export async function unsubscribe(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: undefined,
  { token }: { token: string },
): Promise<NotificationKind> {
  const { userId, kind } = await verify(settings, token);
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw new Problem('unsubscribe.link-invalid');
  await db
    .insert(notificationSettings)
    .values({ userId, kind, inApp: defaultDelivery.inApp, mail: 'off' })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.kind],
      set: { mail: 'off', changedAt: sql`now()` },
    });
  return kind;
}

async function verify(
  settings: TokenSettings,
  token: string,
): Promise<{ userId: string; kind: NotificationKind }> {
  const claims = await jwtVerify(token, keyOf(settings), {
    algorithms: [algorithm],
    issuer: settings.publicUrl,
    audience,
  }).then(
    ({ payload }) => payload,
    () => undefined,
  );
  const kind = notificationKinds.find((one) => one === claims?.kind);
  if (!claims?.sub || !kind) throw new Problem('unsubscribe.link-invalid');
  return { userId: claims.sub, kind };
}

const keyOf = ({ sessionSecret }: TokenSettings) => new TextEncoder().encode(sessionSecret);
