import { rm } from 'node:fs/promises';

/** Removes the data directory of the run, and the tone that its browsers hear. */
export default async function teardown(): Promise<void> {
  const data = process.env.E2E_DATA;
  if (!data) return;
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  await rm(`${data}-tone.wav`, { force: true });
}
