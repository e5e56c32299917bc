export { requireSelfOrAdmin } from './access.ts';
export { grantAdmin, listAdmins, type RoleChange, revokeAdmin } from './admins.ts';
export { reportLockout } from './report-lockout.ts';
export { reportPasswordChange } from './report-password-change.ts';
export { reportRepeatedSignUp } from './report-repeated-sign-up.ts';
export { requestEmailVerification } from './request-email-verification.ts';
export { requestPasswordReset } from './request-password-reset.ts';
