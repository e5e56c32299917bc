import {
  changeEmail,
  type Deps,
  markOf,
  type RateLimitStore,
  rateLimitKey,
  reportEmailChange,
  reportEndedSessions,
  reportLockout,
  reportNewDevice,
  reportPasskey,
  reportPasswordChange,
  reportRepeatedSignUp,
  reportTwoFactor,
  requestEmailVerification,
  requestPasswordReset,
  requiresSecondFactor,
} from '@redial/api';
import {
  createAccountAdministration,
  createEmbeddedIdentity,
  createFirebaseIdentity,
  type FirebaseProject,
} from '@redial/api/adapters';
import { type DemoAccounts, restoreDemoAccounts } from '@redial/api/demo';
import type { FastifyPluginAsync } from 'fastify';
import { type Config, ConfigError } from '../config.ts';

export interface OpenedIdentity {
  readonly identity: Deps['identity'];
  /** Routes of the embedded provider. */
  readonly routes?: FastifyPluginAsync;
  /** Creates the demo accounts. */
  readonly demoAccounts: DemoAccounts;
}

/**
 * Opens the identity provider: the embedded one, or Firebase.
 *
 * @throws ConfigError if Firebase rejects the key.
 */
export async function openIdentity(
  config: Config,
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'> & { rateLimitStore: RateLimitStore },
  onProgress: (line: string) => void,
): Promise<OpenedIdentity> {
  const { identity: chosen, publicUrl, webOrigins, sessionSecret, rateLimitScale } = config;
  if (chosen.provider === 'firebase')
    return openFirebase({ ...config, identity: chosen }, deps, onProgress);
  const embedded = createEmbeddedIdentity({
    db: deps.db,
    log: deps.log,
    publicUrl,
    webOrigins,
    secret: sessionSecret,
    previousSecrets: config.previousSessionSecrets,
    rateLimitScale,
    createRateLimiter: deps.rateLimitStore.create,
    networkOf: rateLimitKey,
    markDevice: (deviceId) => markOf(config, 'device', deviceId),
    notifyLockout: (lockout) => reportLockout(deps, 'identity provider', lockout),
    google: chosen.google,
    requireVerifiedEmail: config.requireVerifiedEmail,
    refuseCommonPasswords: config.refuseCommonPasswords,
    notifyPasswordChanged: (tx, notice) =>
      reportPasswordChange(deps, tx, 'identity provider', notice),
    notifySessionsEnded: (tx, ended) => reportEndedSessions(tx, 'identity provider', ended),
    applyEmailChange: (tx, account) => changeEmail(tx, 'identity provider', account),
    notifyEmailChange: (tx, notice) => reportEmailChange(deps, tx, 'identity provider', notice),
    notifyTwoFactor: (tx, notice) => reportTwoFactor(deps, tx, 'identity provider', notice),
    notifyPasskey: (tx, notice) => reportPasskey(deps, tx, 'identity provider', notice),
    requiresSecondFactor: (uid) =>
      requiresSecondFactor({ ...deps, settings: config }, 'identity provider', uid),
    notifyNewDevice: (signIn) => reportNewDevice(deps, 'identity provider', signIn),
    notifyRepeatedSignUp: (signUp) => reportRepeatedSignUp(deps, 'identity provider', signUp),
    sendPasswordReset: (request) => requestPasswordReset(deps, 'identity provider', request),
    sendEmailVerification: (request) =>
      requestEmailVerification(deps, 'identity provider', request),
  });
  return { identity: embedded.identity, routes: embedded.routes, demoAccounts: embedded };
}

/**
 * Verifies the key with Firebase. As with Stripe, an unreachable Firebase does not prevent the
 * start.
 *
 * The emulator loses its accounts when it stops, so the demo accounts are created again. At
 * Firebase itself none are created, because their password is public.
 */
async function openFirebase(
  {
    identity: project,
    publicUrl,
    demo,
  }: Config & { identity: { provider: 'firebase' } & FirebaseProject },
  { db, log }: Pick<Deps, 'db' | 'log'>,
  onProgress: (line: string) => void,
): Promise<OpenedIdentity> {
  const { identity, check, createEmulatorAccount } = createFirebaseIdentity({
    ...project,
    publicUrl,
    log,
  });
  const answer = await check().catch((err: unknown) => {
    log.warn({ err }, 'Firebase is unreachable');
    return undefined;
  });
  if (answer?.refused) {
    throw new ConfigError(`FIREBASE_API_KEY is rejected by Firebase: ${answer.refused}`);
  }
  if (answer?.domainAllowed === false) {
    onProgress(
      `Firebase does not allow Google sign-in at ${publicUrl}: add its host to the authorized domains`,
    );
  }
  if (!project.emulator) {
    if (demo)
      onProgress('Accounts are stored at Firebase: there are no demo accounts, sign up instead');
    return {
      identity,
      demoAccounts: { createAccount: async ({ email }) => ({ uid: `demo:${email}` }) },
    };
  }
  onProgress(`Accounts are stored in the Firebase emulator at ${project.emulator}, for tests only`);
  const demoAccounts = { createAccount: createEmulatorAccount };
  if (demo) await restoreDemoAccounts(db, demoAccounts);
  return { identity, demoAccounts };
}

/** Opens the administration of the accounts, for the operator's command. */
export function openAccountAdministration(
  { identity, publicUrl }: Config,
  db: Deps['db'],
): Pick<ReturnType<typeof createFirebaseIdentity>, 'isEmailVerified' | 'endSessions'> {
  if (identity.provider === 'embedded') return createAccountAdministration(db);
  const log = { warn: (line: string) => process.stderr.write(`${line}\n`) };
  return createFirebaseIdentity({ ...identity, publicUrl, log });
}
