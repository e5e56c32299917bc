import { readFileSync } from 'node:fs';
import type { ServiceAccount } from '@redial/api/adapters';
import { configError } from './environment.ts';

const name = 'FIREBASE_SERVICE_ACCOUNT';

/**
 * Reads the key of a service account: the JSON file that the Firebase console creates.
 *
 * @throws ConfigError if it cannot be read, or belongs to another project.
 */
export function readServiceAccount(file: string, projectId: string): ServiceAccount {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw configError(name, `is a file that cannot be read: ${file}`);
  }
  const { client_email: email, private_key: privateKey, project_id: project } = parseObject(text);
  if (typeof email !== 'string' || typeof privateKey !== 'string' || !/PRIVATE/.test(privateKey)) {
    throw configError(name, 'must be the JSON file of a service account’s key');
  }
  if (project !== projectId)
    throw configError(name, `belongs to another project than ${projectId}`);
  return { email, privateKey };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
