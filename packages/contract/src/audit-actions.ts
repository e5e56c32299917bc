/** The actions that the audit log records; an endpoint names its own with `audit`. */
export const auditActions = [
  'user.deleted',
  'seller.verified',
  'reports.resolved',
  'possession-proof.decided',
  'review.removed',
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
  'admin.granted',
  'admin.revoked',
  'second-factor.reset',
] as const;
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
  'ledger',
  'audit-log',
] as const;
export type AuditTargetType = (typeof auditTargetTypes)[number];

/** In which role somebody acted; `operator` uses the command line. */
export const auditActorRoles = ['admin', 'operator'] as const;
