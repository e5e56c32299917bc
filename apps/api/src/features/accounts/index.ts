export { requireSelfOrAdmin } from './access.ts';
export { grantAdmin, listAdmins, type RoleChange, revokeAdmin } from './admins.ts';
export { requestPasswordReset } from './request-password-reset.ts';
