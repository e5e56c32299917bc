import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import { identityPasskeys, identitySessions } from '../../db/schema/identity.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { findEmail } from './find-email.ts';
import { recordWrite } from './recorded-writes.ts';

/** What happened to a passkey. The owner is notified by mail of all but uses. */
export interface PasskeyNotice {
  readonly what: 'added' | 'removed' | 'used';
  readonly uid: string;
  readonly email: string;
  readonly ipAddress: string;
  /** As its owner calls it. */
  readonly name: string;
}

export interface PasskeyOptions {
  readonly db: Database;
  /** Records what happened to a passkey, in the transaction of the change. */
  readonly notifyPasskey: (tx: Transaction, notice: PasskeyNotice) => Promise<void>;
  /**
   * Whether an account must have a second factor, as admins in production: a sign-in without one does not
   * change the factors that it has.
   */
  readonly requiresSecondFactor: (uid: string) => Promise<boolean>;
}

/** A passkey as its owner sees it. */
export interface PasskeySummary {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null before the first use. */
  readonly lastUsedAt: string | null;
  /** Whether it is copied between the devices of its owner, as password managers do. */
  readonly synced: boolean;
}

/** Passkeys that an account may have. */
export const maxPasskeys = 20;

const { id: passkeyId, userId, credentialID } = identityPasskeys;
const defaultName = 'Passkey';

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(db: Executor, uid: string): Promise<PasskeySummary[]> {
  const rows = await db
    .select()
    .from(identityPasskeys)
    .where(eq(userId, uid))
    .orderBy(asc(identityPasskeys.createdAt), asc(passkeyId));
  return rows.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
    id,
    name: name ?? defaultName,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    synced: backedUp,
  }));
}

/** Who owns the passkey of a credential; undefined if it is not known. */
export async function findPasskeyOwner(
  db: Executor,
  credentialId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: userId })
    .from(identityPasskeys)
    .where(eq(credentialID, credentialId));
  return row?.uid;
}

/**
 * The passkey of a sign-in.
 *
 * @param body of the request to Better Auth, which has verified it.
 */
export async function findPasskeyId(
  db: Executor,
  uid: string,
  body: unknown,
): Promise<string | undefined> {
  const { response } = (body ?? {}) as { response?: { id?: unknown } };
  if (typeof response?.id !== 'string') return undefined;
  const [row] = await db
    .select({ id: passkeyId })
    .from(identityPasskeys)
    .where(and(eq(credentialID, response.id), eq(userId, uid)));
  return row?.id;
}

/** Whether a session was begun with a passkey that the account still has. */
export async function isPasskeySession(
  db: Executor,
  { uid, sessionId }: { uid: string; sessionId?: string | undefined },
): Promise<boolean> {
  if (sessionId === undefined) return false;
  const [row] = await db
    .select({ passkeyId: identitySessions.passkeyId })
    .from(identitySessions)
    .where(and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, uid)));
  return typeof row?.passkeyId === 'string';
}

/**
 * Runs a request to Better Auth that adds a passkey, which is recorded in its transaction.
 *
 * @throws what kept the database from storing it, except that another account has it.
 */
export async function recordAddedPasskey<T>(
  { notifyPasskey }: PasskeyOptions,
  { credentialId, ipAddress }: { credentialId: string; ipAddress: string },
  request: () => Promise<T>,
): Promise<T> {
  let failure: unknown;
  const response = await recordWrite(
    {
      model: 'passkey',
      field: 'credentialID',
      record: async (tx, uid) => {
        const email = await findEmail(tx, uid);
        const name = await findName(tx, credentialId);
        if (email) await notifyPasskey(tx, { what: 'added', uid, email, ipAddress, name });
      },
      onFailure: (error) => {
        failure = error;
      },
    },
    request,
  );
  if (failure !== undefined && !isUniqueViolation(failure)) throw failure;
  return response;
}

/** Runs a sign-in with a passkey; the use of the passkey is recorded. */
export const recordUsedPasskey = <T>(
  { notifyPasskey }: PasskeyOptions,
  { credentialId, ipAddress }: { credentialId: string; ipAddress: string },
  request: () => Promise<T>,
): Promise<T> =>
  recordWrite(
    {
      model: 'passkey',
      field: 'counter',
      record: async (tx, uid) => {
        await tx
          .update(identityPasskeys)
          .set({ lastUsedAt: sql`now()` })
          .where(eq(credentialID, credentialId));
        const email = await findEmail(tx, uid);
        const name = await findName(tx, credentialId);
        if (email) await notifyPasskey(tx, { what: 'used', uid, email, ipAddress, name });
      },
    },
    request,
  );

/** @returns false if the account has no such passkey. */
export async function renamePasskey(
  db: Database,
  uid: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(identityPasskeys)
    .set({ name })
    .where(and(eq(passkeyId, id), eq(userId, uid)));
  return rowCount === 1;
}

/**
 * Removes a passkey, and ends the other sessions that were begun with it.
 *
 * @returns false if the account has no such passkey.
 */
export async function removePasskey(
  { db, notifyPasskey }: PasskeyOptions,
  { uid, sessionId, ipAddress }: { uid: string; sessionId: string; ipAddress: string },
  id: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx
      .delete(identitySessions)
      .where(
        and(
          eq(identitySessions.userId, uid),
          eq(identitySessions.passkeyId, id),
          ne(identitySessions.id, sessionId),
        ),
      );
    const [removed] = await tx
      .delete(identityPasskeys)
      .where(and(eq(passkeyId, id), eq(userId, uid)))
      .returning({ name: identityPasskeys.name });
    const email = removed && (await findEmail(tx, uid));
    if (!email) return false;
    const name = removed.name ?? defaultName;
    await notifyPasskey(tx, { what: 'removed', uid, email, ipAddress, name });
    return true;
  });
}

async function findName(tx: Transaction, credentialId: string): Promise<string> {
  const [row] = await tx
    .select({ name: identityPasskeys.name })
    .from(identityPasskeys)
    .where(eq(credentialID, credentialId));
  return row?.name ?? defaultName;
}
