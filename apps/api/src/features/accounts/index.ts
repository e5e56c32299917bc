export { requireSelfOrAdmin } from './access.ts';
export { grantAdmin, listAdmins, type RoleChange, revokeAdmin } from './admins.ts';
export { forgetContacts } from './forget-contacts.ts';
export { accountsRoutes } from './routes.ts';
