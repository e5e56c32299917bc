import { sql } from 'drizzle-orm';
import * as schema from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { past, type UserData } from './user-data.ts';

/** What the embedded identity provider stores about the user. */
export async function insertSignIn({ app, user }: Pick<UserData, 'app' | 'user'>) {
  const { db } = app;
  await db.insert(schema.identityUsers).values({
    id: user.uid,
    name: 'Selma at the provider',
    email: 'selma@provider.example',
    emailVerified: true,
    image: 'https://provider.example/selma.jpg',
    createdAt: past(61),
  });
  await db.insert(schema.identityAccounts).values({
    id: 'account',
    accountId: 'account-at-google',
    providerId: 'google',
    userId: user.uid,
    password: 'a password hash',
    accessToken: 'an access token',
    createdAt: past(60),
  });
  await db.insert(schema.identityEmailChanges).values({
    id: 'change',
    userId: user.uid,
    oldEmail: 'selma.old@mail.com',
    oldVerified: true,
    newEmail: 'selma.new@mail.com',
    state: 'requested',
    tokenHash: 'hash of a token',
    requestedAt: past(41),
    expiresAt: past(40),
  });
  await db.insert(schema.identityTwoFactors).values({
    id: 'second factor',
    userId: user.uid,
    secret: 'a secret of an app',
    backupCodes: '["hash of a recovery code"]',
    verified: true,
    createdAt: past(43),
  });
  await db.insert(schema.identityPasskeys).values({
    id: 'passkey',
    userId: user.uid,
    name: 'Bitwarden',
    publicKey: 'a public key',
    credentialID: 'a credential',
    counter: 3,
    deviceType: 'multiDevice',
    backedUp: true,
    transports: 'internal',
    aaguid: 'a model of authenticators',
    createdAt: past(44),
    lastUsedAt: past(45),
  });
  await db.insert(schema.identityKnownDevices).values({
    userId: user.uid,
    device: 'hash of a device',
    lastSignInAt: past(42),
  });
  await db.insert(schema.identitySessions).values({
    id: 'session',
    token: 'a session token',
    userId: user.uid,
    ipAddress: '192.0.2.1',
    userAgent: 'Firefox',
    createdAt: past(59),
    expiresAt: past(58),
  });
  await db.execute(
    sql`update users set photo_url = '/images/${sql.raw(newId())}.webp' where id = ${user.id}`,
  );
}
