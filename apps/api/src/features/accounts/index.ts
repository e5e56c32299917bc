export { requireSelfOrAdmin } from './access.ts';
export { accountsRoutes } from './routes.ts';
