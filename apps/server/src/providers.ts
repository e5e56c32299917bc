import { type Deps, mailPasswordReset } from '@redial/api';
import {
  createEmbeddedIdentity,
  createFirebaseIdentity,
  createSandboxCards,
  createSmtpMailer,
  type FirebaseProject,
  fileMailer,
  type SandboxCards,
  type StripeAccount,
} from '@redial/api/adapters';
import { type Accounts, restoreDemoAccounts } from '@redial/api/seed';
import type { FastifyPluginAsync } from 'fastify';
import { type Config, ConfigError } from './config.ts';

type Tell = (line: string) => void;

export interface OpenedIdentity {
  readonly identity: Deps['identity'];
  /** The embedded provider's own. */
  readonly routes?: FastifyPluginAsync;
  /** Makes the accounts of the demo. */
  readonly accounts: Accounts;
}

/**
 * Who keeps the accounts: Redial itself, or Firebase.
 *
 * @throws ConfigError where Firebase does not take the key.
 */
export async function openIdentity(
  config: Config,
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>,
  tell: Tell,
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
  return { identity: embedded.identity, routes: embedded.routes, accounts: embedded };
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
  tell: Tell,
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
      accounts: { createAccount: async ({ email }) => ({ uid: `demo:${email}` }) },
    };
  }
  tell(`Accounts are those of the Firebase emulator at ${project.emulator}, for tests alone`);
  const accounts = { createAccount: createEmulatorAccount };
  if (demo) await restoreDemoAccounts(db, accounts);
  return { identity, accounts };
}

/**
 * The card provider: Stripe where its keys are set, otherwise the sandbox, which has routes and
 * deliveries of its own.
 *
 * @throws ConfigError where Stripe does not take the key.
 */
export async function openCards(
  { stripe, sessionSecret, publicUrl }: Config,
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  tell: Tell,
): Promise<{ payments: Deps['payments']; sandboxCards?: SandboxCards }> {
  if (stripe) return { payments: await openStripe(stripe, { clock, log }, tell) };
  const sandboxCards = createSandboxCards({
    db,
    clock,
    log,
    secret: sessionSecret,
    webhookUrl: `${publicUrl}/webhooks/sandbox`,
  });
  return { payments: sandboxCards.payments, sandboxCards };
}

/**
 * Asks Stripe once whether it takes the key. One that is not to be reached does not keep Redial from
 * starting: phones are found and ordered without it, and it is used as soon as it is back.
 */
async function openStripe(
  account: StripeAccount,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  tell: Tell,
): Promise<Deps['payments']> {
  const { createStripeCards } = await import('@redial/api/adapters/stripe');
  const { payments, check } = createStripeCards({ ...account, clock });
  const refused = await check().catch((err: unknown) => {
    log.warn({ err }, 'Stripe is not to be reached now');
    return undefined;
  });
  if (refused) throw new ConfigError(`STRIPE_SECRET_KEY is not taken by Stripe: ${refused}`);
  if (account.publishableKey.startsWith('pk_test_')) {
    tell('Stripe takes test cards only: the keys are test keys');
  }
  return payments;
}

/**
 * The mail server, tried once before anything is promised to anybody; without one, files.
 *
 * @throws ConfigError where the mail server is not to be had.
 */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir }: Config,
  tell: Tell,
): Promise<Deps['mailer']> {
  const sender = { name: 'Redial', address: mailFrom };
  if (smtpUrl === undefined) {
    return fileMailer({
      folder: `${dataDir}/mail`,
      sender,
      onWritten: (file, subject) => tell(`Mail “${subject}” written to ${file}`),
    });
  }
  const { mailer, check } = createSmtpMailer({ url: smtpUrl, sender });
  await check().catch((error: Error) => {
    const reason = error.message.replaceAll(/\s+/g, ' ');
    throw new ConfigError(`SMTP_URL names a mail server that does not take us: ${reason}`);
  });
  return mailer;
}
