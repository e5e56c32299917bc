import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The app is small: knowing every route from the start spares a request at each first visit.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
