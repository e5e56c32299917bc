export { buildClientConfig, clientConfigRoutes } from './routes.ts';
