import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import {
  identityAccounts,
  identityEmailChanges,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '../../db/schema/identity.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { hashToken } from '../../platform/encryption.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { removeLaterCredentials } from './remove-later-credentials.ts';

/*
 * Changing the e-mail address of an account needs proof of both mailboxes:
 *
 *   requested ──link to the old address──▶ confirmed ──link to the new one──▶ changed
 *                                                                                │
 *                                          reverted ◀──link to the old address───┘
 *
 * Each step has a link of its own, and following it replaces it: every link works once. An address that
 * was never confirmed proves nothing, so a change from one begins with `confirmed` and has no way back.
 */

/** What happened to a change, for the mails about it. */
export type EmailChangeNotice = { readonly ipAddress: string } & EmailChangeStep;

type EmailChangeStep =
  /** To the old address: somebody wants to change it. */
  | {
      readonly step: 'requested';
      readonly uid: string;
      readonly to: string;
      readonly token: string;
    }
  /** To the new address: is it reachable? */
  | {
      readonly step: 'confirmed';
      readonly uid: string;
      readonly to: string;
      readonly token: string;
    }
  /** To the old address, with the way back, if there is one. */
  | {
      readonly step: 'changed';
      readonly uid: string;
      readonly to: string;
      readonly token: string | undefined;
    }
  | { readonly step: 'reverted'; readonly uid: string; readonly to: string };

export interface EmailChangeOptions {
  readonly db: Database;
  /**
   * Changes the address of the user record, if there is one, in the transaction of the change.
   *
   * @returns false if another record has the address.
   */
  readonly applyEmailChange: (
    tx: Transaction,
    account: { uid: string; email: string },
  ) => Promise<boolean>;
  /** Notifies the owner about a step, in its transaction. */
  readonly notifyEmailChange: (tx: Transaction, notice: EmailChangeNotice) => Promise<void>;
}

/** Hours within which the links to the old and the new address have to be followed. */
const linkHours = 24;
/** Days within which the old address takes the change back. Meanwhile nobody else can use it. */
const revertDays = 7;

const after = (interval: string) => sql`now() + ${interval}::interval`;

/** Whether an address cannot be used: another account has it, or may take it back. */
export async function isEmailReserved(db: Executor, email: string, uid = ''): Promise<boolean> {
  const [owner] = await db
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.email, email), ne(identityUsers.id, uid)));
  if (owner) return true;
  const { oldEmail, state, expiresAt, userId, id } = identityEmailChanges;
  const [reserved] = await db
    .select({ id })
    .from(identityEmailChanges)
    .where(
      and(eq(oldEmail, email), eq(state, 'changed'), gt(expiresAt, sql`now()`), ne(userId, uid)),
    );
  return reserved !== undefined;
}

/**
 * Begins a change. It replaces one that is under way. Does not say whether another account has the
 * address: then no mail is sent to it, and the link to the old address leads nowhere.
 *
 * @returns where the first link was mailed; `unchanged` for the address that the account has.
 */
export async function requestEmailChange(
  { db, notifyEmailChange }: EmailChangeOptions,
  { uid, ipAddress }: { uid: string; ipAddress: string },
  newEmail: string,
): Promise<'old' | 'new' | 'unchanged'> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, uid);
    if (!user || user.email === newEmail) return 'unchanged';
    await endPendingEmailChange(tx, uid);
    const token = newToken();
    const state = user.emailVerified ? 'requested' : 'confirmed';
    await tx.insert(identityEmailChanges).values({
      id: randomUUID(),
      userId: uid,
      oldEmail: user.email,
      oldVerified: user.emailVerified,
      newEmail,
      state,
      tokenHash: hashToken(token),
      expiresAt: after(`${linkHours} hours`),
    });
    if (state === 'requested') {
      await notifyEmailChange(tx, { step: 'requested', uid, ipAddress, to: user.email, token });
      return 'old';
    }
    if (!(await isEmailReserved(tx, newEmail, uid))) {
      await notifyEmailChange(tx, { step: 'confirmed', uid, ipAddress, to: newEmail, token });
    }
    return 'new';
  });
}

/** Ends a change that is under way. One that is done can still be taken back. */
export async function endPendingEmailChange(tx: Transaction, uid: string): Promise<void> {
  const { userId, state } = identityEmailChanges;
  await tx.delete(identityEmailChanges).where(and(eq(userId, uid), ne(state, 'changed')));
}

/** The state that a link leads to; undefined if the link does not work. */
export type EmailChangeOutcome = 'confirmed' | 'changed' | 'reverted' | 'taken' | undefined;

/** Follows a link: takes the change to its next state. */
export async function followEmailChangeLink(
  given: EmailChangeOptions,
  token: string,
  ipAddress: string,
): Promise<EmailChangeOutcome> {
  const options: Following = { ...given, ipAddress };
  const following = inTransaction(options.db, async (tx) => {
    const { tokenHash, expiresAt } = identityEmailChanges;
    const [change] = await tx
      .select()
      .from(identityEmailChanges)
      .where(and(eq(tokenHash, hashToken(token)), gt(expiresAt, sql`now()`)))
      .for('update');
    if (!change) return undefined;
    switch (change.state) {
      case 'requested':
        return confirm(tx, options, change);
      case 'confirmed':
        return apply(tx, options, change);
      case 'changed':
        return revert(tx, options, change);
    }
  });
  return following.catch((error: unknown) => {
    // Another account got the address at the same time.
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  });
}

interface Following extends EmailChangeOptions {
  /** Where the link was followed. */
  readonly ipAddress: string;
}

type Change = typeof identityEmailChanges.$inferSelect;

async function confirm(
  tx: Transaction,
  { notifyEmailChange, ipAddress }: Following,
  { id, userId: uid, newEmail }: Change,
): Promise<EmailChangeOutcome> {
  const token = newToken();
  await tx
    .update(identityEmailChanges)
    .set({
      state: 'confirmed',
      tokenHash: hashToken(token),
      expiresAt: after(`${linkHours} hours`),
    })
    .where(eq(identityEmailChanges.id, id));
  if (!(await isEmailReserved(tx, newEmail, uid))) {
    await notifyEmailChange(tx, { step: 'confirmed', uid, ipAddress, to: newEmail, token });
  }
  return 'confirmed';
}

async function apply(
  tx: Transaction,
  options: Following,
  { id, userId: uid, oldEmail, oldVerified, newEmail }: Change,
): Promise<EmailChangeOutcome> {
  await lockUser(tx, uid);
  if (await isEmailReserved(tx, newEmail, uid)) return 'taken';
  if (!(await options.applyEmailChange(tx, { uid, email: newEmail }))) return 'taken';
  await setAddress(tx, uid, newEmail);
  const token = oldVerified ? newToken() : undefined;
  if (token) {
    await tx
      .update(identityEmailChanges)
      .set({
        state: 'changed',
        tokenHash: hashToken(token),
        expiresAt: after(`${revertDays} days`),
      })
      .where(eq(identityEmailChanges.id, id));
  } else {
    await tx.delete(identityEmailChanges).where(eq(identityEmailChanges.id, id));
  }
  await options.notifyEmailChange(tx, {
    step: 'changed',
    uid,
    ipAddress: options.ipAddress,
    to: oldEmail,
    token,
  });
  return 'changed';
}

/**
 * Gives the account back to the old address. Somebody else may know the password, so it stops working: the
 * owner sets a new one with a mailed link. What was added for signing in since the change was requested is
 * removed, since it may be somebody else's.
 */
async function revert(
  tx: Transaction,
  options: Following,
  { userId: uid, oldEmail, requestedAt }: Change,
): Promise<EmailChangeOutcome> {
  await lockUser(tx, uid);
  if (!(await options.applyEmailChange(tx, { uid, email: oldEmail }))) return 'taken';
  await setAddress(tx, uid, oldEmail);
  await tx
    .update(identityAccounts)
    .set({ password: null })
    .where(and(eq(identityAccounts.userId, uid), eq(identityAccounts.providerId, 'credential')));
  await removeLaterCredentials(tx, uid, requestedAt);
  // Also later changes: each was made by somebody who had taken the account over.
  await tx.delete(identityEmailChanges).where(eq(identityEmailChanges.userId, uid));
  await options.notifyEmailChange(tx, {
    step: 'reverted',
    uid,
    ipAddress: options.ipAddress,
    to: oldEmail,
  });
  return 'reverted';
}

/** Sets a proven address, and ends all sessions and mailed links for passwords. */
async function setAddress(tx: Transaction, uid: string, email: string): Promise<void> {
  await tx
    .update(identityUsers)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(identityUsers.id, uid));
  await tx.delete(identitySessions).where(eq(identitySessions.userId, uid));
  await tx.delete(identityVerifications).where(eq(identityVerifications.value, uid));
}

async function lockUser(tx: Transaction, uid: string) {
  const [user] = await tx
    .select({ email: identityUsers.email, emailVerified: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, uid))
    .for('no key update');
  return user;
}

const newToken = (): string => randomBytes(32).toString('base64url');
