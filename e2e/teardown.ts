import { rm } from 'node:fs/promises';

/** Removes the data directory of the run. */
export default async function teardown(): Promise<void> {
  const data = process.env.E2E_DATA;
  if (data) await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
