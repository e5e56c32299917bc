import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The app is small: shipping the whole route manifest saves a request on each first visit.
  routeDiscovery: { mode: 'initial' },
  // Loaders are small: a file of their own costs every page a request and the manifest two URLs per route.
  splitRouteModules: false,
} satisfies Config;
