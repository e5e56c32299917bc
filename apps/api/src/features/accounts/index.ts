export { emailOfQuery, isOwnEmail, requireSelfOrAdmin } from './access.ts';
export { grantAdmin, type RoleChange, revokeAdmin } from './admins.ts';
export { changeEmail } from './change-email.ts';
export { reportEmailChange } from './report-email-change.ts';
export { reportEndedSessions } from './report-ended-sessions.ts';
export { reportLockout } from './report-lockout.ts';
export { reportNewDevice } from './report-new-device.ts';
export { reportPasskey } from './report-passkey.ts';
export { reportPasswordChange } from './report-password-change.ts';
export { reportRepeatedSignUp } from './report-repeated-sign-up.ts';
export { reportTwoFactor } from './report-two-factor.ts';
export { requestEmailVerification } from './request-email-verification.ts';
export { requestPasswordReset } from './request-password-reset.ts';
export { requiresSecondFactor } from './requires-second-factor.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
export { setSuspended, setVerified } from './set-standing.ts';
export {
  grantStaffRole,
  listTeam,
  revokeStaffRole,
} from './staff-roles.ts';
