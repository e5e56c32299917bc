import type { AuditAction, AuditEntry } from '@redial/contract';
import { href } from 'react-router';

/** What the actions are called on the page. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  'user.deleted': 'Deleted an account',
  'user.signed-out': 'Ended somebody’s sessions',
  'person.opened': 'Opened the page of a person',
  'person.searched': 'Searched for a person',
  'seller.verified': 'Verified a seller',
  'reports.resolved': 'Resolved reports',
  'held-listing.decided': 'Decided on a held listing',
  'moderation.decided': 'Decided about a report',
  'appeal.decided': 'Decided an appeal',
  'balance.released': 'Released a held balance',
  'possession-proof.decided': 'Decided on a possession photo',
  'review.removed': 'Removed a review',
  'photo.removed': 'Removed a photo',
  'device.report-lifted': 'Lifted a loss report',
  'model.corrected': 'Edited a model',
  'dispute.decided': 'Decided a dispute',
  'chargeback.evidence-given': 'Gave evidence to a bank',
  'payouts.resumed': 'Resumed payouts',
  'seller-record.opened': 'Opened a seller record',
  'conversation.read': 'Read a reported conversation',
  'conversation-report.closed': 'Closed a report of a conversation',
  'ledger.verification-requested': 'Had the ledger verified',
  'audit-log.verification-requested': 'Had the audit log verified',
  'ledger.exported': 'Downloaded the journal of the ledger',
  'audit-log.exported': 'Downloaded entries of the audit log',
  'admin.granted': 'Made somebody an admin',
  'admin.revoked': 'Took the admin role away',
  'staff.granted': 'Gave somebody a staff role',
  'staff.revoked': 'Took a staff role away',
  'second-factor.reset': 'Reset a second factor',
  'word.added': 'Added a word to a list',
  'word.changed': 'Changed a word of a list',
  'word.removed': 'Removed a word from a list',
  'sign-in.new-device': 'Signed in on a new device',
  'sign-in.locked': 'Sign-in locked after wrong passwords',
  'sign-up.repeated': 'Somebody signed up with the address',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a new password by mail',
  'email-change.requested': 'Asked to change the e-mail address',
  'email-change.confirmed': 'Agreed to change the e-mail address',
  'email-change.changed': 'Changed the e-mail address',
  'email-change.reverted': 'Took the old e-mail address back',
  'two-factor.on': 'Switched two-factor sign-in on',
  'two-factor.off': 'Switched two-factor sign-in off',
  'two-factor.codes-renewed': 'Made new recovery codes',
  'two-factor.recovery-code-used': 'Used a recovery code',
  'two-factor.refused': 'Sign-in locked after wrong codes',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'passkey.used': 'Signed in with a passkey',
  'sessions.ended': 'Signed out other devices',
  'payout-account.changed': 'Changed the payout account',
  'role.changed': 'Became a seller',
  'data.exported': 'Downloaded the account’s data',
  'account.deleted': 'Deleted the own account',
  'product.reported': 'A phone was reported without a reason',
  'report.received': 'A phone, person or review was reported',
  'conversation.reported': 'A conversation was reported',
  'appeal.received': 'Somebody appealed',
};

/** The page of what an action was done to, if it has one. */
export function targetPath({ type, _id: id }: AuditEntry['target']): string | undefined {
  if (type === 'user') return href('/dashboard/people/:id', { id });
  if (type === 'product') return href('/products/:id', { id });
  if (type === 'device') return href('/devices/:id', { id });
  if (type === 'model') return href('/models/:slug', { slug: id });
  if (type === 'dispute') return href('/disputes/:id', { id });
  if (type === 'word') return href('/dashboard/word-lists');
  if (type === 'ledger' || type === 'chargeback') return href('/dashboard/ledger');
  return undefined;
}
