import { randomUUID } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import { identitySessions, identityTwoFactors, identityUsers } from '../../db/schema/identity.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { Auth } from './better-auth.ts';
import { findEmail } from './find-email.ts';
import { decryptWithAny, reencryptTwoFactorSecrets, type Secrets } from './previous-secrets.ts';
import { recordWrite } from './recorded-writes.ts';
import { countRecoveryCodes, createRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';

/*
 * The second factor of an account. Better Auth's plugin asks for it at sign-in; switching it on and off is
 * here, because the plugin asks for the password instead of a recent sign-in with both factors, replaces
 * the session, and cannot announce a change in its transaction. The table is the plugin's.
 */

/** What happened to a second factor, for the mails about it. */
export interface TwoFactorNotice {
  readonly what: 'on' | 'off' | 'codes-renewed' | 'recovery-code-used' | 'refused';
  readonly uid: string;
  readonly email: string;
  readonly ipAddress: string;
  /** After a recovery code was used: how many are left. */
  readonly codesLeft?: number;
}

export interface TwoFactorOptions {
  readonly db: Database;
  /** Notifies the owner of an account, in the transaction of the change. */
  readonly notifyTwoFactor: (tx: Transaction, notice: TwoFactorNotice) => Promise<void>;
}

/** The second factor of an account, as its owner sees it. */
export interface TwoFactorStatus {
  readonly enabled: boolean;
  /** ISO 8601; null if it is off. */
  readonly since: string | null;
  /** The number of unused recovery codes. */
  readonly recoveryCodesLeft: number;
}

interface Own {
  readonly uid: string;
  /** The session of the request. */
  readonly sessionId: string;
}

/** Seconds for which a code is shown, and digits: what authenticator apps assume (RFC 6238). */
const period = 30;
/** Steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const window = 1;

interface OwnRequest extends Own {
  readonly ipAddress: string;
}

const { userId, verified, lastStep } = identityTwoFactors;
const isOn = (uid: string) => and(eq(userId, uid), eq(verified, true));

export async function getTwoFactor(db: Executor, uid: string): Promise<TwoFactorStatus> {
  const [row] = await db.select().from(identityTwoFactors).where(isOn(uid));
  return {
    enabled: row !== undefined,
    since: row?.createdAt.toISOString() ?? null,
    recoveryCodesLeft: row ? countRecoveryCodes(row.backupCodes) : 0,
  };
}

/**
 * Begins to set up an authenticator app: nobody is asked for its codes before one of them has been given
 * to `confirmTwoFactor`. Replaces a set-up that was not completed.
 *
 * @returns the secret as text and as the URI of a QR code; `undefined` if a second factor is on already.
 */
export async function setUpTwoFactor(
  db: Database,
  auth: Auth,
  { uid, email }: { uid: string; email: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const { secretConfig, appName } = await auth.$context;
  const secret = generateRandomString(32);
  const values = {
    secret: await symmetricEncrypt({ key: secretConfig, data: secret }),
    backupCodes: storeRecoveryCodes([]),
    verified: false,
    lastStep: null,
  };
  const [row] = await db
    .insert(identityTwoFactors)
    .values({ id: randomUUID(), userId: uid, ...values })
    .onConflictDoUpdate({
      target: userId,
      set: { ...values, createdAt: sql`now()` },
      setWhere: eq(verified, false),
    })
    .returning({ id: identityTwoFactors.id });
  if (!row) return undefined;
  const uri = createOTP(secret, { period }).url(appName, email);
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
}

/**
 * Switches the second factor on, with a code of the authenticator app that was set up. Ends all other
 * sessions: they were begun without it.
 *
 * @returns the recovery codes, which are shown once; `undefined` if the code is wrong, or nothing was set up.
 */
export async function confirmTwoFactor(
  { db, notifyTwoFactor, ...secrets }: TwoFactorOptions & Secrets,
  { uid, sessionId, ipAddress }: OwnRequest,
  code: string,
): Promise<string[] | undefined> {
  const [row] = await db
    .select()
    .from(identityTwoFactors)
    .where(and(eq(userId, uid), eq(verified, false)));
  const secret = row && (await decryptWithAny(secrets, row.secret));
  const step = secret && (await findStep(secret, code));
  if (!row || !step) return undefined;
  const codes = createRecoveryCodes();
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(identityTwoFactors)
      .set({
        verified: true,
        backupCodes: storeRecoveryCodes(codes),
        lastStep: step,
        createdAt: sql`now()`,
      })
      .where(and(eq(userId, uid), eq(verified, false), eq(identityTwoFactors.secret, row.secret)));
    if (rowCount !== 1) return undefined;
    const email = await setEnabled(tx, uid, true);
    await endOtherSessions(tx, { uid, sessionId });
    await notifyTwoFactor(tx, { what: 'on', uid, email, ipAddress });
    return codes;
  });
}

/**
 * Replaces the recovery codes: the old ones stop working.
 *
 * @returns the new codes, which are shown once; `undefined` if there is no second factor.
 */
export async function renewRecoveryCodes(
  { db, notifyTwoFactor }: TwoFactorOptions,
  { uid, email, ipAddress }: { uid: string; email: string; ipAddress: string },
): Promise<string[] | undefined> {
  const codes = createRecoveryCodes();
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(identityTwoFactors)
      .set({ backupCodes: storeRecoveryCodes(codes) })
      .where(isOn(uid));
    if (rowCount !== 1) return undefined;
    await notifyTwoFactor(tx, { what: 'codes-renewed', uid, email, ipAddress });
    return codes;
  });
}

/**
 * Switches the second factor off. Ends all other sessions.
 *
 * @returns false if there was none.
 */
export async function switchOffTwoFactor(
  { db, notifyTwoFactor }: TwoFactorOptions,
  { uid, sessionId, ipAddress }: OwnRequest,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const email = await removeTwoFactor(tx, { uid, sessionId });
    if (email === undefined) return false;
    await notifyTwoFactor(tx, { what: 'off', uid, email, ipAddress });
    return true;
  });
}

/**
 * Removes the second factor of an account, and ends its sessions but one.
 *
 * @returns the account's address; `undefined` if it had none.
 */
export async function removeTwoFactor(tx: Transaction, own: Own): Promise<string | undefined> {
  const { rowCount } = await tx.delete(identityTwoFactors).where(isOn(own.uid));
  if (rowCount !== 1) return undefined;
  const email = await setEnabled(tx, own.uid, false);
  await endOtherSessions(tx, own);
  return email;
}

/**
 * Runs a request to Better Auth that uses a recovery code up. The owner is notified in that transaction, and
 * of how many are left.
 */
export const recordRecoveryCode = (
  { notifyTwoFactor }: TwoFactorOptions,
  ipAddress: string,
  request: () => Promise<Response>,
): Promise<Response> =>
  recordWrite(
    {
      model: 'twoFactor',
      field: 'backupCodes',
      record: async (tx, uid) => {
        const email = await findEmail(tx, uid);
        const { recoveryCodesLeft: codesLeft } = await getTwoFactor(tx, uid);
        const what = 'recovery-code-used';
        if (email) await notifyTwoFactor(tx, { what, uid, email, ipAddress, codesLeft });
      },
    },
    request,
  );

/** Notifies the owner that somebody knows the password, or is at Google, but gave wrong codes. */
export async function reportRefusals(
  { db, notifyTwoFactor }: TwoFactorOptions,
  { uid, ipAddress }: { uid: string; ipAddress: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const email = await findEmail(tx, uid);
    if (email) await notifyTwoFactor(tx, { what: 'refused', uid, email, ipAddress });
  });
}

/**
 * Uses up a code of the authenticator app. Of several uses of one code, or of an older one, at most one
 * succeeds; Better Auth would accept a code as often as it is given within its time.
 *
 * @returns `unreadable` if the secret was encrypted with another session secret.
 */
export async function useCode(
  db: Database,
  secrets: Secrets,
  uid: string,
  code: string,
): Promise<'used' | 'refused' | 'unreadable'> {
  // Better Auth, which then begins the session, decrypts with the current secret only.
  await reencryptTwoFactorSecrets(db, secrets, eq(userId, uid));
  const [row] = await db
    .select({ secret: identityTwoFactors.secret })
    .from(identityTwoFactors)
    .where(isOn(uid));
  const secret = row && (await decryptWithAny(secrets, row.secret));
  if (row && secret === undefined) return 'unreadable';
  const step = secret && (await findStep(secret, code));
  if (!step) return 'refused';
  const { rowCount } = await db
    .update(identityTwoFactors)
    .set({ lastStep: step })
    .where(and(isOn(uid), or(isNull(lastStep), lt(lastStep, step))));
  return rowCount === 1 ? 'used' : 'refused';
}

/** The time step of which a code is, among those that are accepted now. */
async function findStep(secret: string, code: string): Promise<number | undefined> {
  const { hotp } = createOTP(secret, { period });
  const current = Math.floor(Date.now() / 1000 / period);
  const steps = Array.from({ length: 2 * window + 1 }, (_, index) => current - window + index);
  const codes = await Promise.all(steps.map(hotp));
  return steps.findLast((_, index) => codes[index] === code);
}

/** @returns the account's address. */
async function setEnabled(tx: Transaction, uid: string, enabled: boolean): Promise<string> {
  const [user] = await tx
    .update(identityUsers)
    .set({ twoFactorEnabled: enabled })
    .where(eq(identityUsers.id, uid))
    .returning({ email: identityUsers.email });
  if (!user) throw new Error('the account was deleted meanwhile');
  return user.email;
}

const endOtherSessions = (tx: Transaction, { uid, sessionId }: Own) =>
  tx
    .delete(identitySessions)
    .where(and(eq(identitySessions.userId, uid), ne(identitySessions.id, sessionId)));
