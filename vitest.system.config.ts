import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Tests that start the built server as separate processes: one file at a time. */
const config = mergeConfig(base, defineConfig({ test: { maxWorkers: 1 } }));
config.test.include = ['{apps,tooling}/**/*.system.test.ts'];
config.test.exclude = ['**/node_modules/**'];

export default config;
