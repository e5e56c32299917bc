import * as contract from '@redial/contract';
import { examples } from '@redial/contract/openapi';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../src/adapters/identity/passkeys.fixture.ts';
import { enrol } from '../src/adapters/identity/two-factor.fixture.ts';
import { auditEntries, identitySessions, identityUsers, users } from '../src/db/schema/index.ts';
import {
  changeEmail,
  reportEmailChange,
  reportEndedSessions,
  reportLockout,
  reportNewDevice,
  reportPasskey,
  reportPasswordChange,
  reportRepeatedSignUp,
  reportTwoFactor,
} from '../src/features/accounts/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createMemoryStore } from '../src/platform/rate-limits/index.ts';
import { createTestApp, resultCode, type TestApp, unwrap } from './test-app.ts';
import { createTestIdentity, type TestIdentity, validPassword } from './test-identity.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

const provider = 'identity provider';
const another = 'Another#2022';
/** Passwords are hashed meanwhile. */
const pollOptions = { timeout: 20_000 };

const store = createMemoryStore();
/** The limits whose excess is an event: of passwords, and of codes. */
const locking = ['login', 'two-factor'];

let app: TestApp;
let identity: TestIdentity;
/** The token of the last mailed link for a change of address. */
let link = '';
/** The token of the last mailed link that ends the sessions of a device. */
let endLink = '';

beforeAll(async () => {
  identity = await createTestIdentity({
    createRateLimiter: (rule) =>
      store.create(locking.includes(rule.name) ? { ...rule, max: 2 } : rule),
    notifyLockout: (lockout) => reportLockout(app.deps, provider, lockout),
    notifyRepeatedSignUp: (signUp) => reportRepeatedSignUp(app.deps, provider, signUp),
    notifyPasswordChanged: (tx, notice) => reportPasswordChange(app.deps, tx, provider, notice),
    notifySessionsEnded: (tx, ended) => reportEndedSessions(tx, provider, ended),
    applyEmailChange: (tx, account) => changeEmail(tx, provider, account),
    notifyEmailChange: async (tx, notice) => {
      await reportEmailChange(app.deps, tx, provider, notice);
      link = ('token' in notice && notice.token) || link;
    },
    notifyTwoFactor: (tx, notice) => reportTwoFactor(app.deps, tx, provider, notice),
    notifyPasskey: (tx, notice) => reportPasskey(app.deps, tx, provider, notice),
    notifyNewDevice: async (signIn) => {
      await reportNewDevice(app.deps, provider, signIn);
      endLink = signIn.endToken;
    },
  });
  app = await createTestApp({ database: identity.database });
});
afterAll(async () => {
  await app.close();
  await identity.close();
});

/** An account of the embedded provider with a user record, signed in. */
async function createAccount() {
  const email = `${newId()}@mail.com`;
  const { user, token } = (await identity.signUp({ email })).body;
  const id = newId();
  await app.db
    .insert(users)
    .values({ id, identityUid: user.id, email, emailKey: email, name: 'Rana', role: 'buyer' });
  const signIn = (password = validPassword) =>
    identity.post('/sign-in/email', { email, password, device: `device-of-${newId()}` });
  const post = (path: string, body: object = {}) => identity.post(path, body, token);
  return { id, uid: user.id, email, token, signIn, post };
}

type Account = Awaited<ReturnType<typeof createAccount>>;
/** Causes an event. @returns the id of the user whose account it is about. */
type Cause = () => Promise<string>;

const ofAccount =
  (act: (account: Account) => Promise<unknown>): Cause =>
  async () => {
    const account = await createAccount();
    await act(account);
    return account.id;
  };
const ofUser =
  (
    role: contract.Role,
    act: (
      call: typeof app.call,
      user: Awaited<ReturnType<typeof app.insertUser>>,
    ) => Promise<unknown>,
  ): Cause =>
  async () => {
    const user = await app.insertUser(role);
    await act(app.call, user);
    return user.id;
  };

const follow = () => identity.post('/change-email/follow', { token: link });
const beginChange = async ({ uid, post }: Account) => {
  await app.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.id, uid));
  await post('/change-email', { newEmail: `${newId()}@mail.com` });
};
const verify = (challenge: string, code: string) =>
  identity.post('/two-factor/verify', { challenge, code });

const causes: Readonly<Record<contract.AccountEvent, Cause>> = {
  'sign-in.new-device': ofAccount(({ signIn }) => signIn()),
  'sign-in.locked': ofAccount(async ({ signIn }) => {
    for (let i = 0; i < 3; i++) await signIn('Wrong#2022');
  }),
  'sign-up.repeated': ofAccount(({ uid, email }) =>
    // The provider reports it where addresses must be verified (`passwords.test.ts`).
    reportRepeatedSignUp(app.deps, provider, { uid, email, ipAddress: '127.0.0.1' }),
  ),
  'password.changed': ofAccount(({ post }) =>
    post('/change-password', { currentPassword: validPassword, newPassword: another }),
  ),
  'password.reset': ofAccount(async ({ email }) => {
    await identity.post('/request-password-reset', { email });
    const token = identity.resets.at(-1)?.token;
    await identity.post('/reset-password', { token, newPassword: another });
  }),
  'email-change.requested': ofAccount(beginChange),
  'email-change.confirmed': ofAccount(async (account) => {
    await beginChange(account);
    await follow();
  }),
  'email-change.changed': ofAccount(async (account) => {
    await beginChange(account);
    await follow();
    await follow();
  }),
  'email-change.reverted': ofAccount(async (account) => {
    await beginChange(account);
    await follow();
    await follow();
    await follow();
  }),
  'two-factor.on': ofAccount(({ token }) => enrol(identity, token)),
  'two-factor.off': ofAccount(async ({ token, post }) => {
    await enrol(identity, token);
    await post('/two-factor/switch-off');
  }),
  'two-factor.codes-renewed': ofAccount(async ({ token, post }) => {
    await enrol(identity, token);
    await post('/two-factor/recovery-codes');
  }),
  'two-factor.recovery-code-used': ofAccount(async ({ token, signIn }) => {
    const { recoveryCodes } = await enrol(identity, token);
    const { challenge } = (await signIn()).body;
    await verify(challenge, recoveryCodes[0] ?? '');
  }),
  'two-factor.refused': ofAccount(async ({ token, signIn }) => {
    await enrol(identity, token);
    const { challenge } = (await signIn()).body;
    for (let i = 0; i < 3; i++) await verify(challenge, '000000');
  }),
  'passkey.added': ofAccount(({ token }) => createAuthenticator(identity).add(token)),
  'passkey.removed': ofAccount(async ({ token, post }) => {
    const { id } = await createAuthenticator(identity).add(token);
    await post('/passkeys/remove', { id });
  }),
  'passkey.used': ofAccount(async ({ token }) => {
    const authenticator = createAuthenticator(identity);
    await authenticator.add(token);
    await authenticator.signIn();
  }),
  'sessions.ended': ofAccount(async ({ post, signIn }) => {
    await signIn();
    await post('/sessions/end', { id: 'others' });
  }),
  'payout-account.changed': ofUser('seller', async (call, { token }) => {
    const { body } = examples.setUpPayoutAccount;
    unwrap(await call(contract.setUpPayoutAccount, { token, body }));
  }),
  'role.changed': ofUser('buyer', async (call, { token }) => {
    unwrap(await call(contract.becomeSeller, { token }));
    unwrap(await call(contract.becomeSeller, { token }));
  }),
  'data.exported': ofUser('buyer', async (call, { token }) =>
    unwrap(await call(contract.getDataExport, { token })),
  ),
  'account.deleted': ofUser('buyer', async (call, { token, email }) =>
    unwrap(await call(contract.deleteOwnAccount, { token, body: { email } })),
  ),
};

const entriesOf = (userId: string, action: contract.AccountEvent) =>
  app.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetId, userId), eq(auditEntries.action, action)));

const byUnknown: readonly contract.AccountEvent[] = [
  'sign-in.locked',
  'sign-up.repeated',
  'two-factor.refused',
];

test.each(contract.accountEvents)(
  'the audit log has %s, once, with actor and network',
  async (event) => {
    const userId = await causes[event]();
    await expect.poll(() => entriesOf(userId, event), pollOptions).toHaveLength(1);
    const [entry] = await entriesOf(userId, event);
    expect(entry).toMatchObject({
      actorRole: byUnknown.includes(event) ? 'unknown' : 'owner',
      actorId: byUnknown.includes(event) ? null : userId,
      targetType: 'user',
      network: '127.0.0.0/24',
    });
  },
);

/** Makes the audit log refuse entries meanwhile. */
async function withoutAuditLog(work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    app.database.executeAsOwner(`alter table ${from} rename to ${to}`);
  await rename('audit_entries', 'audit_entries_away');
  try {
    await work();
  } finally {
    await rename('audit_entries_away', 'audit_entries');
  }
}

test('a change that cannot be recorded is not made', async () => {
  const account = await createAccount();
  const other = (await account.signIn()).body.token;
  const guarded = await createAccount();
  const { recoveryCodes } = await enrol(identity, guarded.token);
  const { challenge } = (await guarded.signIn()).body;
  const buyer = await app.insertUser('buyer');
  await withoutAuditLog(async () => {
    const statuses = [
      await account.post('/change-password', {
        currentPassword: validPassword,
        newPassword: another,
      }),
      await account.post('/sessions/end', { id: 'others' }),
      await verify(challenge, recoveryCodes[0] ?? ''),
      await guarded.post('/two-factor/switch-off'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 500, 500]);
    const { token } = buyer;
    expect(resultCode(await app.call(contract.becomeSeller, { token }))).toBe('server.internal');
  });
  expect((await identity.get('/get-session', other)).body).not.toBeNull();
  expect((await account.signIn()).status).toBe(200);
  expect((await identity.get('/two-factor', guarded.token)).body).toMatchObject({
    enabled: true,
    recoveryCodesLeft: 10,
  });
  const [row] = await app.db.select().from(users).where(eq(users.id, buyer.id));
  expect(row?.role).toBe('buyer');
});

test('entries have no address, name or secret of the account', async () => {
  const account = await createAccount();
  await beginChange(account);
  const { secret, recoveryCodes } = await enrol(identity, account.token);
  await account.signIn();
  const rows = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, account.id));
  expect(rows.length).toBeGreaterThan(1);
  const text = JSON.stringify(rows);
  for (const secretText of [account.email, '@', 'Rana', secret, account.token, ...recoveryCodes]) {
    expect(text).not.toContain(secretText);
  }
});

test('ending sessions and forgetting their devices is one change', async () => {
  const account = await createAccount();
  await account.signIn();
  await app.database.executeAsOwner('alter table identity.known_device rename to away');
  try {
    expect((await account.post('/sessions/end', { id: 'others' })).status).toBe(500);
    expect((await identity.post('/sessions/end-device', { token: endLink })).status).toBe(500);
  } finally {
    await app.database.executeAsOwner('alter table identity.away rename to known_device');
  }
  const isOwn = eq(identitySessions.userId, account.uid);
  expect(await app.db.$count(identitySessions, isOwn)).toBe(2);
});

test('a sign-in during which the second factor is switched on asks for a code', async () => {
  const { uid, token, signIn, post } = await createAccount();
  await post('/two-factor/set-up');
  // Holds each new session back until the second factor is on: it was begun without one.
  const lock = app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table identity.session in share mode`);
    const signingIn = signIn();
    await expect
      .poll(async () => {
        const { rows } = await tx.execute(
          sql`select from pg_locks where not granted and relation = 'identity.session'::regclass`,
        );
        return rows.length;
      }, pollOptions)
      .toBe(1);
    await tx.update(identityUsers).set({ twoFactorEnabled: true }).where(eq(identityUsers.id, uid));
    return { signingIn };
  });
  const { body } = await (await lock).signingIn;
  expect(body).toEqual({ token: null, challenge: expect.any(String) });
  expect(await app.db.$count(identitySessions, eq(identitySessions.userId, uid))).toBe(1);
  expect((await identity.get('/get-session', token)).body).not.toBeNull();
});

test('users see the events of their account, and neither those of others nor who the admin was', async () => {
  const [user, other, admin] = [
    await app.insertUser('seller'),
    await app.insertUser('seller'),
    await app.insertUser('admin', { name: 'Ada Admin' }),
  ];
  for (const { token } of [user, other]) unwrap(await app.call(contract.getDataExport, { token }));
  for (const { email } of [user, other]) {
    unwrap(await app.call(contract.verifySeller, { params: { email }, token: admin.token }));
  }
  const list = async (query = {}) =>
    unwrap(await app.call(contract.listAccountActivity, { query, token: user.token }));
  const { events, hasMore } = await list();
  expect(hasMore).toBe(false);
  expect(events.map(({ action, by, network }) => ({ action, by, network }))).toEqual([
    { action: 'seller.verified', by: 'admin', network: null },
    { action: 'data.exported', by: 'you', network: '127.0.0.0/24' },
  ]);
  expect(JSON.stringify(events)).not.toContain('Ada');
  const data = unwrap(await app.call(contract.getDataExport, { token: user.token }));
  expect(data.activity.map(({ action }) => action)).toEqual(['data.exported', 'seller.verified']);

  for (let i = 0; i < contract.accountActivityPageSize; i++) {
    unwrap(await app.call(contract.getDataExport, { token: user.token }));
  }
  const first = await list();
  expect([first.events.length, first.hasMore]).toEqual([contract.accountActivityPageSize, true]);
  const rest = await list({ before: first.events.at(-1)?._id });
  expect([rest.events.length, rest.hasMore]).toEqual([3, false]);
});

test('the audit log is filtered by what admins did, and what happened to accounts', async () => {
  const admin = await app.insertUser('admin');
  const seller = await app.insertUser('seller');
  unwrap(await app.call(contract.getDataExport, { token: seller.token }));
  unwrap(await app.call(contract.verifySeller, { params: seller, token: admin.token }));
  const actions = async (query: { kind?: contract.AuditKind }) =>
    unwrap(
      await app.call(contract.listAuditEntries, {
        query: { q: seller.id, ...query },
        token: admin.token,
      }),
    ).entries.map(({ action }) => action);
  expect(await actions({})).toEqual(['seller.verified', 'data.exported']);
  expect(await actions({ kind: 'admin' })).toEqual(['seller.verified']);
  expect(await actions({ kind: 'account' })).toEqual(['data.exported']);
});
