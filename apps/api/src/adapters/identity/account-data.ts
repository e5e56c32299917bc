import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  identityAccounts,
  identityEmailChanges,
  identityKnownDevices,
  identitySessions,
  identityUsers,
} from '../../db/schema/identity.ts';
import type { AccountData } from '../../ports/identity.ts';
import { listPasskeys } from './passkeys.ts';
import { getTwoFactor } from './two-factor.ts';

/** The account's data for the data export, without password hashes and tokens. */
export async function findAccountData(db: Executor, uid: string): Promise<AccountData | undefined> {
  const [user] = await db.select().from(identityUsers).where(eq(identityUsers.id, uid));
  if (!user) return undefined;
  const accounts = await db
    .select()
    .from(identityAccounts)
    .where(eq(identityAccounts.userId, uid))
    .orderBy(asc(identityAccounts.createdAt));
  const sessions = await db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.userId, uid))
    .orderBy(asc(identitySessions.createdAt));
  const devices = await db
    .select()
    .from(identityKnownDevices)
    .where(eq(identityKnownDevices.userId, uid))
    .orderBy(asc(identityKnownDevices.lastSignInAt));
  const changes = await db
    .select()
    .from(identityEmailChanges)
    .where(eq(identityEmailChanges.userId, uid))
    .orderBy(asc(identityEmailChanges.requestedAt));
  const { since, recoveryCodesLeft } = await getTwoFactor(db, uid);
  return {
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    photo: user.image,
    createdAt: user.createdAt.toISOString(),
    methods: accounts.map(({ providerId, accountId, createdAt }) => ({
      provider: providerId === 'credential' ? 'password' : providerId,
      accountId,
      since: createdAt.toISOString(),
    })),
    sessions: sessions.map(({ createdAt, expiresAt, ipAddress, userAgent }) => ({
      startedAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ipAddress,
      userAgent,
    })),
    emailChanges: changes.map(({ oldEmail, newEmail, state, requestedAt, expiresAt }) => ({
      oldEmail,
      newEmail,
      state,
      requestedAt: requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    passkeys: (await listPasskeys(db, uid)).map(({ name, createdAt, lastUsedAt, synced }) => ({
      name,
      createdAt,
      lastUsedAt,
      synced,
    })),
    twoFactor: since === null ? null : { since, recoveryCodesLeft },
    knownDevices: devices.map(({ lastSignInAt }) => ({ lastSignInAt: lastSignInAt.toISOString() })),
  };
}
