/** What admins and the operator do. An endpoint names its action or event with `audit`. */
export const adminActions = [
  'user.deleted',
  'user.signed-out',
  'person.opened',
  'person.searched',
  'seller.verified',
  'reports.resolved',
  'held-listing.decided',
  'moderation.decided',
  'appeal.decided',
  'balance.released',
  'possession-proof.decided',
  'review.removed',
  'photo.removed',
  'device.report-lifted',
  'model.corrected',
  'dispute.decided',
  'chargeback.evidence-given',
  'payouts.resumed',
  'seller-record.opened',
  'conversation.read',
  'conversation-report.closed',
  'ledger.verification-requested',
  'audit-log.verification-requested',
  'ledger.exported',
  'audit-log.exported',
  'admin.granted',
  'admin.revoked',
  'staff.granted',
  'staff.revoked',
  'second-factor.reset',
  'word.added',
  'word.changed',
  'word.removed',
] as const;
export type AdminAction = (typeof adminActions)[number];

/**
 * What happens to an account that matters for its security. The account's owner did it, or somebody who knew
 * its credentials; `sign-in.locked`, `sign-up.repeated` and `two-factor.refused` are by somebody who did not.
 */
export const accountEvents = [
  'sign-in.new-device',
  'sign-in.locked',
  'sign-up.repeated',
  'password.changed',
  'password.reset',
  'email-change.requested',
  'email-change.confirmed',
  'email-change.changed',
  'email-change.reverted',
  'two-factor.on',
  'two-factor.off',
  'two-factor.codes-renewed',
  'two-factor.recovery-code-used',
  'two-factor.refused',
  'passkey.added',
  'passkey.removed',
  'passkey.used',
  'sessions.ended',
  'payout-account.changed',
  'role.changed',
  'data.exported',
  'account.deleted',
] as const;
export type AccountEvent = (typeof accountEvents)[number];

/**
 * What reaches the moderators, so that the log alone says how much that was and how long it took. By whom is
 * not recorded.
 */
export const moderationEvents = [
  'product.reported',
  'report.received',
  'conversation.reported',
  'appeal.received',
] as const;
export type ModerationEvent = (typeof moderationEvents)[number];

/** What the audit log records. */
export const auditActions = [...adminActions, ...accountEvents, ...moderationEvents] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an action was done to. */
export const auditTargetTypes = [
  'user',
  'product',
  'possession-proof',
  'review',
  'device',
  'model',
  'dispute',
  'chargeback',
  'conversation',
  'decision',
  'ledger',
  'audit-log',
  'word',
] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

/**
 * In which role somebody acted; `moderator` and `support` are staff, `operator` uses the command line, `owner` is whom the account belongs to, in
 * any role, and `unknown` has not signed in, or is not recorded.
 */
export const auditActorRoles = [
  'admin',
  'moderator',
  'support',
  'operator',
  'owner',
  'unknown',
] as const;
