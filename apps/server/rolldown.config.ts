import { defineConfig } from 'rolldown';
import { bundleOptions } from './bundle-options.ts';

/**
 * Bundles the server, as Node.js would otherwise resolve and read some two thousand files at every
 * start. Not minified, so that stack traces stay readable.
 */
export default defineConfig(bundleOptions(['src/main.ts'], 'build'));
