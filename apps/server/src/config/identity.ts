import { readFileSync } from 'node:fs';
import type { FirebaseProject, GoogleClient, ServiceAccount } from '@redial/api/adapters';
import { allOrNone, configError, type ReadSetting } from './setting.ts';

/** Who keeps the accounts. */
export type IdentityConfig =
  | {
      readonly provider: 'embedded';
      /** Google's client, the sandbox that plays Google's part, or no Google at all. */
      readonly google: GoogleClient | 'sandbox' | undefined;
    }
  | ({ readonly provider: 'firebase' } & FirebaseProject);

export function readIdentity(
  read: ReadSetting,
  { production, demo }: { production: boolean; demo: boolean },
): IdentityConfig {
  const provider = read('IDENTITY') ?? 'embedded';
  if (provider === 'firebase') return { provider, ...readFirebase(read, production) };
  if (provider !== 'embedded') throw configError('IDENTITY', 'must be embedded or firebase');
  if (read('FIREBASE_PROJECT_ID')) {
    throw configError('IDENTITY', 'must be firebase, as FIREBASE_PROJECT_ID is set');
  }
  return { provider, google: readGoogle(read) ?? (demo ? 'sandbox' : undefined) };
}

function readGoogle(read: ReadSetting): GoogleClient | undefined {
  const client = allOrNone(read, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  return (
    client && {
      issuer: 'https://accounts.google.com',
      clientId: client.GOOGLE_CLIENT_ID,
      clientSecret: client.GOOGLE_CLIENT_SECRET,
    }
  );
}

function readFirebase(read: ReadSetting, production: boolean): FirebaseProject {
  if (read('GOOGLE_CLIENT_ID')) {
    throw configError(
      'GOOGLE_CLIENT_ID',
      'is for IDENTITY=embedded: Firebase brings its own Google',
    );
  }
  const project = allOrNone(read, [
    'FIREBASE_PROJECT_ID',
    'FIREBASE_API_KEY',
    'FIREBASE_AUTH_DOMAIN',
  ]);
  if (!project) throw configError('FIREBASE_PROJECT_ID', 'is missing, and IDENTITY is firebase');
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: authDomain,
  } = project;
  if (!/^[a-z][a-z\d-]{4,29}$/.test(projectId)) {
    throw configError('FIREBASE_PROJECT_ID', 'must be the id of a project, such as redial-12ab3');
  }
  if (!/^[\w-]+$/.test(apiKey))
    throw configError('FIREBASE_API_KEY', 'must be a key without spaces');
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(authDomain)) {
    throw configError(
      'FIREBASE_AUTH_DOMAIN',
      'must be a host such as redial-12ab3.firebaseapp.com',
    );
  }
  const emulator = read('FIREBASE_AUTH_EMULATOR_HOST');
  if (emulator && production) {
    // Its tokens are not signed: whoever writes one is whomever they like.
    throw configError('FIREBASE_AUTH_EMULATOR_HOST', 'is for tests, not for production');
  }
  if (emulator && !/^[\w.-]+:\d{1,5}$/.test(emulator)) {
    throw configError('FIREBASE_AUTH_EMULATOR_HOST', 'must look like 127.0.0.1:9099');
  }
  const serviceAccount = readServiceAccount(read('FIREBASE_SERVICE_ACCOUNT'), projectId);
  return { projectId, apiKey, authDomain, emulator, serviceAccount };
}

/** The key of a service account, as the Firebase console hands it out: a JSON file. */
function readServiceAccount(
  file: string | undefined,
  projectId: string,
): ServiceAccount | undefined {
  if (file === undefined) return undefined;
  const name = 'FIREBASE_SERVICE_ACCOUNT';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw configError(name, `names a file that cannot be read: ${file}`);
  }
  const account = parsed(text);
  const { client_email: email, private_key: privateKey, project_id: project } = account;
  if (typeof email !== 'string' || typeof privateKey !== 'string' || !/PRIVATE/.test(privateKey)) {
    throw configError(name, 'must name the JSON file of a service account’s key');
  }
  if (project !== projectId) throw configError(name, `is of another project than ${projectId}`);
  return { email, privateKey };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
