export { requireSelfOrAdmin } from './access.ts';
export { grantAdmin, listAdmins, type RoleChange, revokeAdmin } from './admins.ts';
export { purgeContactData } from './purge-contact-data.ts';
export { requestPasswordReset } from './request-password-reset.ts';
export { accountsRoutes } from './routes.ts';
