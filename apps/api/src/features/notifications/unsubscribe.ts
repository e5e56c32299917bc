import {
  defaultDelivery,
  unsubscribe as endpoint,
  type NotificationKind,
  notificationKinds,
} from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import { notificationSettings, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { verifyingSecrets, verifyWithAny } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

type TokenSettings = Pick<Settings, 'publicUrl' | 'sessionSecret'>;

const algorithm = 'HS256';
/** Distinguishes these tokens from the identity provider's, which are signed with the same key. */
const audience = 'unsubscribe';

/** Which mails a link stops: those of a kind, or the daily mail. */
type MailScope = NotificationKind | 'daily';

/**
 * Creates the links that stop mails: `endpoint` for mail clients (RFC 8058), `page` for people. They do
 * not expire, since a mail can be read years later; removing the secret that signed them ends them.
 */
export async function createUnsubscribeLinks(
  settings: TokenSettings,
  { userId, scope }: { userId: string; scope: MailScope },
): Promise<{ endpoint: string; page: string }> {
  const token = await new SignJWT({ scope })
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
 * Stops the mails that a link names, for its recipient. The notification centre stays as it is.
 * Repeating it changes nothing.
 *
 * @returns the kinds of which no mails are sent any more; none if a daily mail was stopped before.
 * @throws Problem `unsubscribe.link-invalid`
 */
export async function unsubscribe(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: undefined,
  { token }: { token: string },
): Promise<NotificationKind[]> {
  const { userId, scope } = await verify(settings, token);
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw new Problem('unsubscribe.link-invalid');
  const off = { mail: 'off', changedAt: sql`now()` } as const;
  if (scope === 'daily') {
    const { userId: owner, mail, kind } = notificationSettings;
    const stopped = await db
      .update(notificationSettings)
      .set(off)
      .where(and(eq(owner, userId), eq(mail, 'daily')))
      .returning({ kind });
    return stopped.map((row) => row.kind);
  }
  await db
    .insert(notificationSettings)
    .values({ userId, kind: scope, inApp: defaultDelivery.inApp, mail: 'off' })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.kind],
      set: off,
    });
  return [scope];
}

async function verify(
  settings: TokenSettings & Pick<Settings, 'previousSessionSecrets'>,
  token: string,
): Promise<{ userId: string; scope: MailScope }> {
  const claims = await verifyWithAny(verifyingSecrets(settings), (sessionSecret) =>
    jwtVerify(token, keyOf({ sessionSecret }), {
      algorithms: [algorithm],
      issuer: settings.publicUrl,
      audience,
    }).then(
      ({ payload }) => payload,
      () => undefined,
    ),
  );
  const scopes = [...notificationKinds, 'daily'] as const;
  const scope = scopes.find((one) => one === claims?.scope);
  if (!claims?.sub || !scope) throw new Problem('unsubscribe.link-invalid');
  return { userId: claims.sub, scope };
}

const keyOf = ({ sessionSecret }: Pick<TokenSettings, 'sessionSecret'>) =>
  new TextEncoder().encode(sessionSecret);
