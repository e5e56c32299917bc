import Type, { type Static } from 'typebox';
import { accountEvents, auditActions, auditActorRoles, auditTargetTypes } from './audit-actions.ts';
import { DateTime, Day, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Entries of a page of the audit log. */
export const auditPageSize = 50;

/** Which entries: all that admins and the operator did, events of accounts, or reports and appeals. */
export const auditKinds = ['admin', 'account', 'moderation'] as const;
export type AuditKind = (typeof auditKinds)[number];

/** An action of an admin or operator, or an event of an account. Entries are never changed. */
export const AuditEntry = Type.Object({
  _id: Type.Integer(),
  at: DateTime,
  action: Type.Enum(auditActions),
  actor: Type.Object({
    role: Type.Enum(auditActorRoles, { description: 'The role at that time' }),
    _id: orNull(Type.String(), { description: 'Null for the operator, and if unknown' }),
    name: orNull(Type.String()),
  }),
  target: Type.Object({
    type: Type.Enum(auditTargetTypes),
    _id: Type.String(),
    name: orNull(Type.String(), {
      description: 'The name of a user, product or model, or of the phone that it is about',
    }),
  }),
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      before: orNull(Type.String()),
      after: orNull(Type.String()),
    }),
  ),
  reason: orNull(Type.String()),
  network: orNull(Type.String(), {
    description: 'The /24 or /48 network of the request; null for the command line',
  }),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditVerification = Type.Object({
  requestedAt: DateTime,
  finishedAt: orNull(DateTime),
  checked: Type.Integer({ description: 'Entries compared so far' }),
  total: Type.Integer({ description: 'Entries that were sealed when it started' }),
  findings: Type.Array(Type.String(), {
    description: 'What was changed, inserted or removed; empty if the log is intact',
  }),
});
export type AuditVerification = Static<typeof AuditVerification>;

export const AuditSeal = Type.Object({
  blocks: Type.Integer(),
  hash: orNull(Type.String({ description: 'SHA-256 of the last block, in hexadecimal' })),
  sealedAt: orNull(DateTime),
  unsealed: Type.Integer({ description: 'Entries that the next block will contain' }),
  verification: orNull(AuditVerification),
});
export type AuditSeal = Static<typeof AuditSeal>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/audit-log',
  summary: `What admins did, and what happened to accounts, newest first, ${auditPageSize} entries at a time`,
  access: 'admin',
  staff: [],
  query: Type.Object({
    action: Type.Optional(Type.Enum(auditActions)),
    kind: Type.Optional(Type.Enum(auditKinds)),
    q: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'An id or e-mail address: of who acted, or of what or whom it was done to',
      }),
    ),
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only entries older than the one with this id',
      }),
    ),
  }),
  response: Type.Object({
    entries: Type.Array(AuditEntry),
    /** Whether older entries match. */
    hasMore: Type.Boolean(),
  }),
  errors: ['validation.failed'],
});

export const getAuditSeal = endpoint({
  method: 'GET',
  path: '/api/audit-log/seal',
  summary: 'The sealed chain of the audit log, and its last verification',
  access: 'admin',
  staff: [],
  response: AuditSeal,
  errors: [],
});

export const requestAuditVerification = endpoint({
  method: 'POST',
  path: '/api/audit-log/verification',
  summary: 'Verify the whole audit log in the background',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'audit-log.verification-requested',
  accessRule: 'one at a time; a request during a verification returns that one',
  response: AuditVerification,
  errors: [],
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/audit-log/entries.csv',
  summary: 'The entries of a period as CSV',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'audit-log.exported',
  query: Type.Object({ from: Day, to: Day }),
  response: Type.String({ description: 'text/csv' }),
  errors: ['validation.failed'],
});

/** Events of a page of the own account's activity. */
export const accountActivityPageSize = 20;

/** What the owner of an account sees of it in the audit log. */
export const ownActivityActions = [
  ...accountEvents,
  'seller.verified',
  'admin.granted',
  'admin.revoked',
  'second-factor.reset',
] as const;
export type OwnActivityAction = (typeof ownActivityActions)[number];

export const AccountActivity = Type.Object({
  _id: Type.Integer(),
  at: DateTime,
  action: Type.Enum(ownActivityActions),
  by: Type.Enum(['you', 'admin', 'unknown'], {
    description: '`admin` is an admin or the operator, `unknown` somebody who has not signed in',
  }),
  changes: AuditEntry.properties.changes,
  network: orNull(Type.String(), {
    description: 'The /24 or /48 network of the request; null for what an admin did',
  }),
});
export type AccountActivity = Static<typeof AccountActivity>;

export const listAccountActivity = endpoint({
  method: 'GET',
  path: '/api/account/activity',
  summary: `What happened to the own account, newest first, ${accountActivityPageSize} at a time`,
  access: 'user',
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only events older than the one with this id',
      }),
    ),
  }),
  response: Type.Object({
    events: Type.Array(AccountActivity),
    /** Whether there are older events. */
    hasMore: Type.Boolean(),
  }),
  errors: [],
});
