export { clientSettings, installationRoutes } from './routes.ts';
