import path from 'node:path';
import type { RedisAddress, Settings } from '@redial/api';
import type {
  ExternalHostConfig,
  FirebaseProject,
  GoogleClient,
  S3Bucket,
  StripeAccount,
} from '@redial/api/adapters';
import type { DatabaseUrls } from '@redial/api/db';
import { checkPayouts, checkProduction, checkSandboxPayments } from './config/check-production.ts';
import { configError, type Environment, splitList } from './config/environment.ts';
import { readGeneratedSecret } from './config/generated-secret.ts';
import { checkAdapterSettings, readEnvironment } from './config/read-environment.ts';
import { readServiceAccount } from './config/service-account.ts';
import type { MailerSettings } from './providers/mailer.ts';

export { ConfigError } from './config/config-error.ts';

/** The selected adapters, each with its settings. */
export interface Config extends Settings {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Milliseconds for which a stopped server goes on serving, until load balancers have noticed. */
  readonly drainMs: number;
  /** Number of processes that serve. */
  readonly workers: number;
  readonly dataDir: string;
  /** An external PostgreSQL; the embedded one if undefined. */
  readonly database: ExternalDatabase | undefined;
  readonly databasePoolSize: number;
  readonly identity: IdentityConfig;
  readonly cardPayments:
    | { readonly adapter: 'sandbox'; readonly settlementSeconds?: number | undefined }
    | ({ readonly adapter: 'stripe' } & StripeAccount);
  readonly imageStore: { readonly adapter: 'disk' } | ({ readonly adapter: 's3' } & S3Bucket);
  /** An external host for new images; the embedded one if undefined. */
  readonly imageHost: ExternalHostConfig | undefined;
  readonly mailer: MailerSettings;
  /** Web Push; none without a key. */
  readonly push: PushConfig | undefined;
  readonly backup: BackupConfig;
  /** Where metrics are served; nowhere if undefined. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Where traces are sent, and which part of them; none if undefined. */
  readonly tracing:
    | {
        readonly endpoint: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly ratio: number;
      }
    | undefined;
  /** A Redis that counts requests; the memory of this machine's processes if undefined. */
  readonly redis: RedisAddress | undefined;
  /** A Redis that signals live events; PostgreSQL if undefined. */
  readonly liveRedis: RedisAddress | undefined;
  /** Whether the embedded identity provider refuses common passwords. */
  readonly refuseCommonPasswords: boolean;
}

export interface PushConfig {
  /** 32 bytes, base64. */
  readonly privateKey: string;
  /** Origins of further push services. */
  readonly services: readonly string[];
}

/** Without a URL of its own, the owner connects as the server does. */
export interface ExternalDatabase extends DatabaseUrls {
  /** Past a transaction pooler, if `url` leads through one. */
  readonly directUrl?: string | undefined;
  /** Of standbys. */
  readonly replicaUrls?: readonly string[];
}

export interface BackupConfig {
  /** Where and when (cron, UTC) backups are made; only by command if undefined. */
  readonly scheduled: { readonly dir: string; readonly schedule: string } | undefined;
  /** How many backups to keep; all if undefined. */
  readonly keep: number | undefined;
  /** Recipients of age for whom backups are encrypted; none: not encrypted. */
  readonly recipients: readonly string[];
}

export type IdentityConfig =
  | {
      readonly provider: 'embedded';
      /** Google's client, the sandbox that replaces Google, or no Google sign-in. */
      readonly google: GoogleClient | 'sandbox' | undefined;
    }
  | ({ readonly provider: 'firebase' } & FirebaseProject);

/**
 * Reads and checks all settings. Outside production, a missing session secret is generated into the
 * data directory.
 *
 * @throws ConfigError with one line that names the setting and what to do.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = readEnvironment(variables);
  const production = given.NODE_ENV === 'production';
  if (production) checkProduction(given);
  const demo = given.DEMO ?? !production;
  const environment = withDefaults(given, demo);
  checkAdapterSettings(environment);
  checkPayouts(environment);
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`;
  const host = environment.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  checkSandboxPayments(environment, { demo, host, publicUrl });
  const dataDir = path.resolve(environment.DATA_DIR);
  return {
    production,
    demo,
    host,
    publicUrl,
    dataDir,
    port: environment.PORT,
    drainMs: (environment.DRAIN_SECONDS ?? (production ? 3 : 0)) * 1000,
    workers: environment.WORKERS,
    webOrigins: environment.WEB_ORIGINS ?? [publicUrl],
    database: toDatabase(environment),
    databasePoolSize: environment.DATABASE_POOL_SIZE,
    refuseCommonPasswords: environment.REFUSE_COMMON_PASSWORDS ?? production,
    requireVerifiedEmail: environment.REQUIRE_VERIFIED_EMAIL ?? production,
    requireAdminTwoFactor: requiresAdminTwoFactor(environment, production),
    orderHoldHours: environment.ORDER_HOLD_HOURS,
    offerReservationMinutes: environment.OFFER_RESERVATION_MINUTES,
    orderHoldMax: environment.ORDER_HOLD_MAX,
    holdListingsAbove: environment.HOLD_LISTINGS_ABOVE,
    supportRefundMaxCents: Math.round(environment.SUPPORT_REFUND_MAX * 100),
    sellerRecordDays: environment.SELLER_RECORD_DAYS,
    trade: {
      sellerFeeBasisPoints: Math.round(environment.SELLER_FEE_PERCENT * 100),
      payoutMinimumCents: Math.round(environment.PAYOUT_MINIMUM * 100),
      cancellationResponseHours: environment.CANCELLATION_RESPONSE_HOURS,
      handoverDays: environment.HANDOVER_DAYS,
      transitDays: environment.TRANSIT_DAYS,
      overdueDays: environment.OVERDUE_DAYS,
      inspectionHours: environment.INSPECTION_HOURS,
      meetingInspectionHours: environment.MEETING_INSPECTION_HOURS,
      disputeResponseHours: environment.DISPUTE_RESPONSE_HOURS,
      disputeDays: environment.DISPUTE_DAYS,
      returnShipmentDays: environment.RETURN_SHIPMENT_DAYS,
      returnConfirmationDays: environment.RETURN_CONFIRMATION_DAYS,
    },
    rateLimitScale: environment.RATE_LIMIT_SCALE,
    redis: environment.RATE_LIMIT_STORE === 'redis' ? toRedis(environment) : undefined,
    liveRedis: environment.LIVE_UPDATES === 'redis' ? toRedis(environment) : undefined,
    trustedProxies: environment.TRUSTED_PROXIES ?? [],
    identity: toIdentity(environment),
    cardPayments: toCardPayments(environment),
    imageStore: toImageStore(environment),
    imageHost: toImageHost(environment),
    mailer: environment,
    push: toPush(environment, { production, dataDir }),
    backup: toBackup(environment),
    metrics: toMetrics(environment),
    tracing: toTracing(environment),
    ...toSessionSecrets(environment, dataDir),
    imeiSecret: environment.IMEI_SECRET ?? readGeneratedSecret(dataDir, 'imei-secret'),
  };
}

/**
 * The secret that signs, and those that verify, too.
 *
 * @throws ConfigError if one is both: then a rotation was done by half.
 */
function toSessionSecrets(environment: Environment, dataDir: string) {
  const previousSessionSecrets = splitList(environment.PREVIOUS_SESSION_SECRETS ?? '');
  const sessionSecret =
    environment.SESSION_SECRET ?? readGeneratedSecret(dataDir, 'session-secret');
  if (previousSessionSecrets.includes(sessionSecret)) {
    throw configError(
      'PREVIOUS_SESSION_SECRETS',
      'contains the secret that signs (SESSION_SECRET, or the generated one): remove it there',
    );
  }
  return { sessionSecret, previousSessionSecrets };
}

/** Where the database is. Unlike `readConfig`, it generates no secrets. */
export function readDatabaseSettings(
  variables: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'database' | 'dataDir'> {
  const environment = readEnvironment(variables);
  return { database: toDatabase(environment), dataDir: path.resolve(environment.DATA_DIR) };
}

function toMetrics(environment: Environment): Config['metrics'] {
  const { METRICS_PORT: port, METRICS_HOST: host, PORT: publicPort } = environment;
  if (port === undefined) return undefined;
  if (port === publicPort) throw configError('METRICS_PORT', `is the same as PORT: ${port}`);
  return { host, port };
}

function toTracing(environment: Environment): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = environment;
  const fields = splitList(environment.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  if (!endpoint) {
    if (fields.length === 0) return undefined;
    throw configError('OTEL_EXPORTER_OTLP_HEADERS', 'requires OTEL_EXPORTER_OTLP_ENDPOINT');
  }
  const headers = fields.map((field) => {
    const at = field.indexOf('=');
    return [field.slice(0, at), field.slice(at + 1)];
  });
  return { endpoint, headers: Object.fromEntries(headers), ratio };
}

function toPush(
  { VAPID_PRIVATE_KEY: given, PUSH_SERVICES: services = [] }: Environment,
  { production, dataDir }: { production: boolean; dataDir: string },
): PushConfig | undefined {
  if (production && given === undefined) {
    if (services.length === 0) return undefined;
    throw configError('PUSH_SERVICES', 'requires VAPID_PRIVATE_KEY');
  }
  return { privateKey: given ?? readGeneratedSecret(dataDir, 'vapid-key'), services };
}

function toBackup(environment: Environment): BackupConfig {
  const { BACKUP_DIR: dir, BACKUP_SCHEDULE: schedule, BACKUP_KEEP: keep } = environment;
  if (schedule && !dir) throw configError('BACKUP_DIR', 'is missing: BACKUP_SCHEDULE requires it');
  if (dir && !schedule) throw configError('BACKUP_DIR', 'requires BACKUP_SCHEDULE');
  const recipients = splitList(environment.BACKUP_RECIPIENTS ?? '');
  return {
    scheduled: dir && schedule ? { dir: path.resolve(dir), schedule } : undefined,
    keep,
    recipients,
  };
}

/** Firebase does not tell whether an account has a second factor. */
function requiresAdminTwoFactor(environment: Environment, production: boolean): boolean {
  const { REQUIRE_ADMIN_TWO_FACTOR: given, IDENTITY: provider } = environment;
  if (provider === 'embedded') return given ?? production;
  if (given) throw configError('REQUIRE_ADMIN_TWO_FACTOR', 'cannot be on with IDENTITY=firebase');
  return false;
}

function toDatabase(environment: Environment): ExternalDatabase | undefined {
  const {
    DATABASE_URL: url,
    MIGRATION_DATABASE_URL: ownerUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_REPLICA_URLS: replicas,
  } = environment;
  if (url) {
    const replicaUrls = splitList(replicas ?? '');
    return { url, ownerUrl: ownerUrl ?? directUrl ?? url, directUrl, replicaUrls };
  }
  const names = ['MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const;
  const superfluous = names.find((name) => environment[name] !== undefined);
  if (superfluous) throw configError(superfluous, 'requires DATABASE_URL');
  return undefined;
}

function toRedis(environment: Environment): RedisAddress | undefined {
  const { REDIS_URL: url, REDIS_SENTINELS: sentinels } = environment;
  return url === undefined ? undefined : { url, sentinels: splitList(sentinels ?? '') };
}

/** The adapters that are selected by default. */
function withDefaults(environment: Environment, demo: boolean): Environment {
  const cardPayments = environment.CARD_PAYMENTS ?? (demo ? 'sandbox' : undefined);
  if (!cardPayments) {
    throw configError('CARD_PAYMENTS', 'is missing: without the demo, set it to stripe');
  }
  const google =
    environment.GOOGLE_SIGN_IN ??
    (environment.IDENTITY === 'embedded' && demo ? 'sandbox' : undefined);
  return {
    ...environment,
    CARD_PAYMENTS: cardPayments,
    PAYOUTS: environment.PAYOUTS ?? cardPayments,
    MAILER: environment.MAILER ?? 'files',
    ...(google ? { GOOGLE_SIGN_IN: google } : {}),
  };
}

function toIdentity(environment: Environment): IdentityConfig {
  if (environment.IDENTITY === 'firebase') {
    const projectId = environment.FIREBASE_PROJECT_ID ?? '';
    const file = environment.FIREBASE_SERVICE_ACCOUNT;
    return {
      provider: 'firebase',
      projectId,
      apiKey: environment.FIREBASE_API_KEY ?? '',
      authDomain: environment.FIREBASE_AUTH_DOMAIN ?? '',
      emulator: environment.FIREBASE_AUTH_EMULATOR_HOST,
      serviceAccount: file === undefined ? undefined : readServiceAccount(file, projectId),
    };
  }
  if (environment.GOOGLE_SIGN_IN === 'google') {
    const google = {
      issuer: 'https://accounts.google.com',
      clientId: environment.GOOGLE_CLIENT_ID ?? '',
      clientSecret: environment.GOOGLE_CLIENT_SECRET ?? '',
    };
    return { provider: 'embedded', google };
  }
  const google = environment.GOOGLE_SIGN_IN === 'sandbox' ? 'sandbox' : undefined;
  return { provider: 'embedded', google };
}

function toCardPayments(environment: Environment): Config['cardPayments'] {
  if (environment.CARD_PAYMENTS !== 'stripe') {
    return { adapter: 'sandbox', settlementSeconds: environment.SANDBOX_SETTLEMENT_SECONDS };
  }
  const secretKey = environment.STRIPE_SECRET_KEY ?? '';
  const publishableKey = environment.STRIPE_PUBLISHABLE_KEY ?? '';
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1]) {
    throw configError('STRIPE_PUBLISHABLE_KEY', 'is of another mode than STRIPE_SECRET_KEY');
  }
  return {
    adapter: 'stripe',
    secretKey,
    publishableKey,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET ?? '',
    connectWebhookSecret: environment.STRIPE_CONNECT_WEBHOOK_SECRET,
    apiBase: environment.STRIPE_API_BASE,
  };
}

function toImageStore(environment: Environment): Config['imageStore'] {
  if (environment.IMAGE_STORE !== 's3') return { adapter: 'disk' };
  if (!environment.S3_ENDPOINT && !environment.S3_REGION) {
    throw configError('S3_REGION', 'is missing: IMAGE_STORE=s3 requires it without S3_ENDPOINT');
  }
  return {
    adapter: 's3',
    bucket: environment.S3_BUCKET ?? '',
    accessKey: environment.S3_ACCESS_KEY ?? '',
    secretKey: environment.S3_SECRET_KEY ?? '',
    region: environment.S3_REGION ?? 'us-east-1',
    endpoint: environment.S3_ENDPOINT,
  };
}

function toImageHost(environment: Environment): ExternalHostConfig | undefined {
  if (environment.IMAGE_HOST !== 'external') return undefined;
  return { url: environment.IMAGE_HOST_URL ?? '', key: environment.IMAGE_HOST_KEY ?? '' };
}
