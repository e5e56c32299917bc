import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/**
 * Tables of the embedded identity provider, in the format that Better Auth requires. Only its
 * adapter accesses them; roles and soft deletion are in `users`.
 */
export const identity = pgSchema('identity');

const at = () => timestamp({ withTimezone: true });

export const identityUsers = identity.table('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  /** Whether signing in asks for a code; see `two_factor`. */
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** The second factor of an account: an authenticator app, and recovery codes. */
export const identityTwoFactors = identity.table('two_factor', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => identityUsers.id, { onDelete: 'cascade' }),
  /** Encrypted with the session secret. */
  secret: text().notNull(),
  /** A JSON array of the hashes of the unused codes, see `recovery-codes.ts`. */
  backupCodes: text().notNull(),
  /** False while it is being set up: nobody is asked for it. */
  verified: boolean().notNull(),
  /** Wrong codes since the last right one, from all networks. */
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: at(),
  /** The time step of the last code that was accepted: a code works once (RFC 6238, 5.2). */
  lastStep: bigint({ mode: 'number' }),
  /** When it was switched on, or its set-up began. */
  createdAt: at().notNull().defaultNow(),
});

/** Passkeys of accounts; the columns are those of Better Auth's plugin, but for the last use. */
export const identityPasskeys = identity.table(
  'passkey',
  {
    id: text().primaryKey(),
    name: text(),
    publicKey: text().notNull(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    /** Signatures of the authenticator so far; 0 for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    /** The model of the authenticator. */
    aaguid: text(),
    createdAt: at().notNull().defaultNow(),
    lastUsedAt: at(),
  },
  (t) => [index('passkey_user_id').on(t.userId)],
);

export const identitySessions = identity.table(
  'session',
  {
    id: text().primaryKey(),
    expiresAt: at().notNull(),
    token: text().notNull().unique(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
    ipAddress: text(),
    userAgent: text(),
    /** The device that it was begun on, as in `known_device`. Null before devices were recorded. */
    device: text(),
    /** The passkey that began it; null for any other sign-in, and once the passkey is removed. */
    passkeyId: text().references(() => identityPasskeys.id, { onDelete: 'set null' }),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
  },
  (t) => [index('session_user_id').on(t.userId), index('session_passkey_id').on(t.passkeyId)],
);

/** Devices on which an account has been used. A sign-in from any other is announced to its owner. */
export const identityKnownDevices = identity.table(
  'known_device',
  {
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    /** A hash, see `known-devices.ts`. */
    device: text().notNull(),
    lastSignInAt: at().notNull().defaultNow(),
    /** The same for the same browser in every account, see `seller-marks.ts`. */
    mark: text(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
);

/** Changes of e-mail addresses that wait for a link; see `email-change.ts`. */
export const identityEmailChanges = identity.table(
  'email_change',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    /** Whether the old address had been confirmed. */
    oldVerified: boolean().notNull(),
    newEmail: text().notNull(),
    state: text({ enum: ['requested', 'confirmed', 'changed'] }).notNull(),
    /** Hash of the token of the link that leads to the next state. */
    tokenHash: text().notNull().unique(),
    /** Until when the link works; of a `changed` one, until when the old address is reserved. */
    expiresAt: at().notNull(),
    requestedAt: at().notNull().defaultNow(),
  },
  (t) => [
    check('email_change_state', sql`${t.state} in ('requested', 'confirmed', 'changed')`),
    index('email_change_user_id').on(t.userId),
    index('email_change_old_email').on(t.oldEmail),
  ],
);

export const identityAccounts = identity.table(
  'account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id, { onDelete: 'cascade' }),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    password: text(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [
    index('account_user_id').on(t.userId),
    uniqueIndex('account_at_provider').on(t.providerId, t.accountId),
  ],
);

export const identityVerifications = identity.table(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (t) => [index('verification_identifier').on(t.identifier)],
);

export const identityJwks = identity.table('jwks', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  createdAt: at().notNull(),
  expiresAt: at(),
  alg: text(),
  crv: text(),
});

export const identityRateLimits = identity.table('rate_limit', {
  id: text().primaryKey(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
});
