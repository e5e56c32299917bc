import { fieldMessages } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identityUsers } from '../../db/schema/index.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

test('signing up creates an account and a session', async () => {
  const { status, body } = await identity.signUp({ email: '  New.Person@Mail.com ' });
  expect({ status, email: body.user.email }).toEqual({ status: 200, email: 'new.person@mail.com' });
  expect(body.user).toMatchObject({ name: 'Rana Ahmed', emailVerified: false });

  const session = await identity.get('/get-session', body.token);
  expect(session.body.user).toEqual(body.user);
  expect(Date.parse(session.body.session.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
});

test.each([
  ['Ab12!', fieldMessages.passwordLength],
  ['Abcdef1!', fieldMessages.passwordDigits],
  ['Abcdef12', fieldMessages.passwordSpecial],
  ['abcdef12!', fieldMessages.passwordCapital],
])('the password %s is refused in the words of the specification', async (password, message) => {
  const { status, body } = await identity.signUp({ email: 'rules@mail.com', password });
  expect({ status, ...body }).toEqual({ status: 422, code: 'INVALID_PASSWORD_RULE', message });
});

test('a password of six characters is accepted', async () => {
  expect((await identity.signUp({ email: 'six@mail.com', password: 'Abc12!' })).status).toBe(200);
});

test.each(['a@b.info', 'x+y@mail.com', 'no-at.mail.com', '\u212aelvin@mail.com', ''])(
  'the address "%s" is rejected with the message of the specification',
  async (email) => {
    const { status, body } = await identity.signUp({ email });
    expect({ status, ...body }).toEqual({
      status: 422,
      code: 'INVALID_EMAIL',
      message: fieldMessages.email,
    });
  },
);

test('e-mail addresses are unique regardless of case', async () => {
  await identity.signUp({ email: 'taken@mail.com' });
  const { status, body } = await identity.signUp({ email: 'TAKEN@Mail.com' });
  expect(status).toBe(422);
  expect(body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
});

test('signing up ignores fields other than name, address and password', async () => {
  const { status, body } = await identity.post('/sign-up/email', {
    name: 'Mallory',
    email: 'mallory@mail.com',
    password: validPassword,
    role: 'admin',
    emailVerified: true,
    id: 'chosen',
    image: 'javascript:alert(1)',
  });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ emailVerified: false, image: null });
  expect(body.user.id).not.toBe('chosen');
  expect(body.user).not.toHaveProperty('role');
});

test('signing in requires the right password, and an error does not reveal which part was wrong', async () => {
  await identity.signUp({ email: 'known@mail.com' });
  const right = await identity.post('/sign-in/email', {
    email: 'Known@Mail.com',
    password: validPassword,
  });
  expect(right.status).toBe(200);

  const wrong = await identity.post('/sign-in/email', {
    email: 'known@mail.com',
    password: 'Wrong#2021',
  });
  const unknown = await identity.post('/sign-in/email', {
    email: 'unknown@mail.com',
    password: validPassword,
  });
  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
  });
  expect(unknown.body).toEqual(wrong.body);
});

test('a password that is too long is rejected before hashing', async () => {
  const { status, body } = await identity.post('/sign-in/email', {
    email: 'known@mail.com',
    password: 'x'.repeat(129),
  });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'PASSWORD_TOO_LONG' });
});

test('a body of more than 8 KB is rejected', async () => {
  const { status } = await identity.post('/sign-in/email', {
    email: 'known@mail.com',
    password: 'x'.repeat(9000),
  });
  expect(status).toBe(413);
});

test('a body that is not a JSON object is rejected', async () => {
  for (const body of ['{"email"', 'null', '[]', '']) {
    const { status } = await identity.post('/sign-in/email', body);
    expect(status).toBe(422);
  }
});

test('a page of another site cannot sign in a user', async () => {
  const { status, body } = await identity.postWithHeaders(
    '/sign-in/email',
    { email: 'known@mail.com', password: validPassword },
    { origin: 'https://evil.example' },
  );
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'INVALID_ORIGIN' });
});

test('users can change their name and photo only', async () => {
  const { body } = await identity.signUp({ email: 'change@mail.com' });
  const changed = await identity.post(
    '/update-user',
    {
      name: ' Rana B. ',
      image: 'https://pictures.example/1.jpg',
      emailVerified: true,
      email: 'x@y.com',
    },
    body.token,
  );
  expect(changed.status).toBe(200);
  const [row] = await identity.db
    .select()
    .from(identityUsers)
    .where(eq(identityUsers.id, body.user.id));
  expect(row).toMatchObject({
    name: 'Rana B.',
    image: 'https://pictures.example/1.jpg',
    email: 'change@mail.com',
    emailVerified: false,
  });

  await identity.post('/update-user', { image: null }, body.token);
  expect((await identity.get('/get-session', body.token)).body.user.image).toBeNull();
  const script = await identity.post('/update-user', { image: 'javascript:alert(1)' }, body.token);
  expect(script).toMatchObject({ status: 422, body: { code: 'INVALID_IMAGE' } });
});

test('signing out ends the session', async () => {
  const { body } = await identity.signUp({ email: 'leaves@mail.com' });
  expect((await identity.post('/sign-out', {}, body.token)).status).toBe(200);
  expect((await identity.get('/get-session', body.token)).body).toBeNull();
  const token = await identity.get('/token', body.token);
  expect(token).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED', message: 'Your session has ended, sign in again' },
  });
});

test.each([
  '/delete-user',
  '/set-password',
  '/sign-in/social',
  '/link-social',
  '/unlink-account',
  '/verify-password',
  '/revoke-sessions',
  '/update-session',
  '/get-access-token',
])('%s does not exist', async (path) => {
  const { body } = await identity.post('/sign-in/email', {
    email: 'known@mail.com',
    password: validPassword,
  });
  expect((await identity.post(path, {}, body.token)).status).toBe(404);
});

test('an account created by the operator is created once and can sign in', async () => {
  const account = { name: 'Operator', email: 'Seller@redial.dev', password: validPassword };
  const first = await identity.createAccount(account);
  const [second, third] = await Promise.all([
    identity.createAccount({ ...account, password: 'Other#2022' }),
    identity.createAccount(account),
  ]);
  expect([second, third]).toEqual([first, first]);
  const { status, body } = await identity.post('/sign-in/email', {
    email: 'seller@redial.dev',
    password: validPassword,
  });
  expect({ status, uid: body.user.id }).toEqual({ status: 200, uid: first.uid });
});
