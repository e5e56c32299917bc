import { format } from 'node:util';
import { afterEach } from 'vitest';

/** A test that prints has a defect or hides one: what it printed fails it. */
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
