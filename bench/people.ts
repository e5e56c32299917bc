import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { benchMailDomain } from './catalogue.ts';
import { type Server, sessionSecret } from './processes.ts';

/** Somebody who is signed in. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

/** Creates people who are signed in, each with a token as the server issues them. */
export async function createPeople(
  { url }: Server,
  database: pg.Client,
  { count, role }: { count: number; role: 'buyer' | 'seller' | 'admin' },
): Promise<readonly Person[]> {
  const run = randomUUID().slice(0, 8);
  await database.query(
    `with people as (
      select 'person-' || $1 || '-' || n as uid, 'person-' || $1 || '-' || n || '@' || $2 as email
      from generate_series(1, $3::int) as n
    ), accounts as (
      insert into identity."user" (id, name, email, email_verified, created_at, updated_at)
      select uid, 'Somebody', email, true, now(), now() from people returning id
    ), sessions as (
      insert into identity.session (id, token, user_id, expires_at, created_at, updated_at)
      select id, id, id, now() + interval '1 day', now(), now() from accounts returning id
    )
    insert into users (id, identity_uid, email, email_key, name, role)
    select gen_random_uuid(), uid, email, email, 'Somebody', $4 from people`,
    [run, benchMailDomain, count, role],
  );
  const { rows } = await database.query<{ id: string; uid: string; email: string }>(
    `select id, identity_uid as uid, email from users where identity_uid like $1`,
    [`person-${run}-%`],
  );
  return rows.map(({ id, uid, email }) => ({
    userId: id,
    email,
    token: signToken(url, { uid, email }),
  }));
}

/** A marketplace token (apps/api/src/platform/tokens.ts). */
function signToken(issuer: string, { uid, email }: { uid: string; email: string }): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { sub: uid, sid: uid, email, iss: issuer, aud: 'redial', auth_time: now };
  const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims, iat: now, exp: now + 3600 })}`;
  // As apps/api/src/platform/tokens.ts derives it.
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'redial marketplace token', 32));
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
