import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identitySessions } from '../../db/schema/identity.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

async function signIn(email: string) {
  await identity.signUp({ email });
  const { body, headers } = await identity.post('/sign-in/email', {
    email,
    password: validPassword,
  });
  const [row] = await identity.db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.userId, body.user.id))
    .orderBy(sql`created_at desc`)
    .limit(1);
  return { token: body.token, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', row };
}

const sessionOf = (headers: Record<string, string>) =>
  fetch(`${identity.publicUrl}/identity/get-session`, { headers }).then((response) =>
    response.json(),
  );

test('the database contains hashes of session tokens, with which nobody can sign in', async () => {
  const { token, cookie, row } = await signIn('hashed@mail.com');
  const rows = JSON.stringify(await identity.db.select().from(identitySessions));
  expect(rows).not.toContain(token);
  expect(row?.token).toMatch(/^[0-9a-f]{64}$/);
  for (const headers of [{ authorization: `Bearer ${token}` }, { cookie }]) {
    expect(await sessionOf(headers)).toMatchObject({ user: { email: 'hashed@mail.com' } });
  }
  const signature = decodeURIComponent(cookie).split('.').at(-1);
  for (const headers of [
    { authorization: `Bearer ${row?.token}` },
    { authorization: `Bearer ${row?.token}.${signature}` },
    { cookie: `${cookie.split('=')[0]}=${row?.token}.${signature}` },
  ]) {
    expect(await sessionOf(headers)).toBeNull();
  }
});

test('a session is prolonged by use and keeps its token', async () => {
  const { token, row } = await signIn('long@mail.com');
  const id = row?.id ?? '';
  await identity.db
    .update(identitySessions)
    .set({ expiresAt: sql`now() + interval '20 days'` })
    .where(eq(identitySessions.id, id));
  const headers = { authorization: `Bearer ${token}` };
  expect(await sessionOf(headers)).toMatchObject({ user: { email: 'long@mail.com' } });
  const [after] = await identity.db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.id, id));
  expect(after?.token).toBe(row?.token);
  expect(after?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect(await sessionOf(headers)).toMatchObject({ session: { id } });
});

test('signing out deletes the session', async () => {
  const { token, row } = await signIn('out@mail.com');
  expect((await identity.post('/sign-out', {}, token)).status).toBe(200);
  const left = await identity.db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.id, row?.id ?? ''));
  expect(left).toEqual([]);
});
