import { format } from 'node:util';
import { afterEach } from 'vitest';

/** A test that writes to the console fails. */
const printed: string[] = [];

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${format(...args)}`);
  };
}

afterEach(() => {
  const lines = printed.splice(0);
  if (lines.length > 0) throw new Error(`The test printed:\n${lines.join('\n')}`);
});
