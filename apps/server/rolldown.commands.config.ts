import { defineConfig } from 'rolldown';
import { bundleOptions } from './bundle-options.ts';

/** Bundles the commands for operators, for the container image, which has no source code. */
export default defineConfig(
  bundleOptions(
    ['admin', 'backup', 'doctor', 'ledger', 'migrate', 'restore'].map((name) => `src/${name}.ts`),
    'build-commands',
  ),
);
