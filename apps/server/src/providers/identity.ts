import { type Deps, mailPasswordReset } from '@redial/api';
import {
  createEmbeddedIdentity,
  createFirebaseIdentity,
  type FirebaseProject,
} from '@redial/api/adapters';
import { type DemoAccounts, restoreDemoAccounts } from '@redial/api/seed';
import type { FastifyPluginAsync } from 'fastify';
import { type Config, ConfigError } from '../config.ts';

export interface OpenedIdentity {
  readonly identity: Deps['identity'];
  /** The embedded provider's own. */
  readonly routes?: FastifyPluginAsync;
  /** Makes the accounts of the demo. */
  readonly demoAccounts: DemoAccounts;
}

/**
 * Who keeps the accounts: Redial itself, or Firebase.
 *
 * @throws ConfigError where Firebase does not take the key.
 */
export async function openIdentity(
  config: Config,
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>,
  tell: (line: string) => void,
): Promise<OpenedIdentity> {
  const { identity: chosen, publicUrl, webOrigins, sessionSecret, rateLimitScale } = config;
  if (chosen.provider === 'firebase')
    return openFirebase({ ...config, identity: chosen }, deps, tell);
  const embedded = createEmbeddedIdentity({
    db: deps.db,
    log: deps.log,
    publicUrl,
    webOrigins,
    secret: sessionSecret,
    rateLimitScale,
    google: chosen.google,
    sendPasswordReset: (request) => mailPasswordReset({ ...deps, settings: config }, request),
  });
  return { identity: embedded.identity, routes: embedded.routes, demoAccounts: embedded };
}

/**
 * Asks Firebase once whether it takes the key. As with Stripe, one that is not to be reached does not
 * keep Redial from starting.
 *
 * The emulator forgets its accounts when it ends, so those of the demo are made again. At Firebase
 * itself none are made: their password is known to everybody.
 */
async function openFirebase(
  {
    identity: project,
    publicUrl,
    demo,
  }: Config & { identity: { provider: 'firebase' } & FirebaseProject },
  { db, log }: Pick<Deps, 'db' | 'log'>,
  tell: (line: string) => void,
): Promise<OpenedIdentity> {
  const { identity, check, createEmulatorAccount } = createFirebaseIdentity({
    ...project,
    publicUrl,
    log,
  });
  const answer = await check().catch((err: unknown) => {
    log.warn({ err }, 'Firebase is not to be reached now');
    return undefined;
  });
  if (answer?.refused) {
    throw new ConfigError(`FIREBASE_API_KEY is not taken by Firebase: ${answer.refused}`);
  }
  if (answer?.domainAllowed === false) {
    tell(
      `Firebase does not let Google sign people in at ${publicUrl}: add its host to the authorised domains`,
    );
  }
  if (!project.emulator) {
    if (demo) tell('Firebase keeps the accounts: those of the demo are not there, sign up instead');
    return {
      identity,
      demoAccounts: { createAccount: async ({ email }) => ({ uid: `demo:${email}` }) },
    };
  }
  tell(`Accounts are those of the Firebase emulator at ${project.emulator}, for tests alone`);
  const demoAccounts = { createAccount: createEmulatorAccount };
  if (demo) await restoreDemoAccounts(db, demoAccounts);
  return { identity, demoAccounts };
}
