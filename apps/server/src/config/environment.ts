import { isRecipient } from '@redial/api/backup';
import { CronExpressionParser } from 'cron-parser';
import Type, { type StaticDecode } from 'typebox';
import { mailerSettings, mailers } from '../providers/mailer.ts';
import { ConfigError } from './config-error.ts';
import {
  decimal,
  flag,
  integer,
  networks,
  oneOf,
  origin,
  origins,
  positiveNumber,
  text,
} from './setting-types.ts';

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const isUrl = (protocols: RegExp) => (value: string) =>
  protocols.test(value) && URL.canParse(value);
const isRedisUrl = isUrl(/^rediss?:\/\/[^/]/);
const isDatabaseUrl = (value: string): boolean =>
  isUrl(/^postgres(ql)?:/)(value) &&
  sslModes.includes(new URL(value).searchParams.get('sslmode') ?? 'disable');
const databaseUrl = (description: string) =>
  text(
    { description, examples: ['postgresql://user:password@host:5432/redial'] },
    isDatabaseUrl,
    `must look like postgresql://user:password@host:5432/name, with an sslmode of ${sslModes.join(', ')}`,
  );

/** The entries of a list, separated by commas. */
export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const cronForm = /^(?:[\d*][\d*,/-]*)(?: +(?:[\d*][\d*,/-]*|[a-z]{3}(?:-[a-z]{3})?)){4}$/i;

/** Five fields of numbers, ranges, steps and lists, whose values the parser of the job queue accepts. */
function isCronExpression(value: string): boolean {
  if (!cronForm.test(value)) return false;
  try {
    return CronExpressionParser.parse(value, { tz: 'UTC' }).hasNext();
  } catch {
    return false;
  }
}

/**
 * All settings, read from the environment. `.env.example` is rendered from this schema; a test
 * compares them.
 */
export const Environment = Type.Object({
  NODE_ENV: oneOf(['development', 'production', 'test'], {
    default: 'development',
    description: '`production` refuses sandbox providers, generated secrets and demo data.',
  }),
  DEMO: Type.Optional(
    flag({
      description:
        'Demo catalogue, demo accounts and sandbox providers. On by default, except in production, where it is refused.',
      examples: ['on'],
    }),
  ),
  PORT: integer(1, 65_535, { default: '3000', description: 'The port on which Redial listens.' }),
  HOST: Type.Optional(
    text({
      description:
        'The IP address on which Redial listens: 127.0.0.1 by default, 0.0.0.0 in production.',
      examples: ['127.0.0.1'],
    }),
  ),
  WORKERS: integer(1, 64, {
    default: '1',
    description: 'Number of processes that serve on this port, each with a pool of its own.',
  }),
  DRAIN_SECONDS: Type.Optional(
    integer(0, 60, {
      description:
        'How long a server that is stopped goes on serving after `/readyz` has said so: longer than a load balancer needs to notice. 3 in production, otherwise 0.',
      examples: ['3'],
    }),
  ),
  PUBLIC_URL: Type.Optional(
    origin({
      description:
        'The URL under which users reach Redial, without a path: used in links, as token issuer, and for CORS. Required in production; http://localhost:PORT by default.',
      examples: ['http://localhost:3000'],
    }),
  ),
  WEB_ORIGINS: Type.Optional(
    origins({
      description:
        'Origins whose pages may call the API, separated by commas; PUBLIC_URL by default.',
      examples: ['http://localhost:3000'],
    }),
  ),
  VITE_API_URL: Type.Optional(
    origin({
      description:
        'Origin of the API if the web app is served from elsewhere. Read when the web app is built.',
    }),
  ),
  DATA_DIR: text({
    default: '.data',
    description: 'Directory of the embedded database, images, generated secrets and mail files.',
  }),
  SESSION_SECRET: Type.Optional(
    text(
      {
        description:
          'Signs the marketplace tokens: at least 32 characters. Generated into DATA_DIR by default; required in production.',
      },
      (value) => value.length >= 32,
      'must have at least 32 characters',
    ),
  ),
  PREVIOUS_SESSION_SECRETS: Type.Optional(
    text(
      {
        description:
          'Earlier values of SESSION_SECRET, separated by commas: what they signed stays valid. See docs/operations.md.',
      },
      (value) => {
        const secrets = splitList(value);
        return secrets.every((one) => one.length >= 32) && new Set(secrets).size === secrets.length;
      },
      'must be different secrets of at least 32 characters, separated by commas',
    ),
  ),
  IMEI_SECRET: Type.Optional(
    text(
      {
        description:
          'Protects the IMEIs of listings and the records of deleted sellers in the database: at least 32 characters. Generated into DATA_DIR by default; required in production.',
      },
      (value) => value.length >= 32,
      'must have at least 32 characters',
    ),
  ),
  DATABASE_URL: Type.Optional(
    databaseUrl(
      'A PostgreSQL 15 or newer instead of the embedded one. See docs/providers/postgresql.md.',
    ),
  ),
  MIGRATION_DATABASE_URL: Type.Optional(
    databaseUrl(
      'The same database as its owner, who migrates it. The role of DATABASE_URL is then granted what the server needs, which excludes changing the ledger. DATABASE_URL by default.',
    ),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    databaseUrl(
      'The same database past PgBouncer, if DATABASE_URL leads through it: for notifications, the job queue and the response cache, with a few connections of each process. Also the default of MIGRATION_DATABASE_URL.',
    ),
  ),
  DATABASE_REPLICA_URLS: Type.Optional(
    text(
      {
        description:
          'Standbys of the database, one URL for each server, separated by commas. Public lists, searches and pages are read there, as long as they have all acknowledged changes.',
        examples: [
          'postgresql://user:password@host2:5432/redial,postgresql://user:password@host3:5432/redial',
        ],
      },
      (value) => splitList(value).length > 0 && splitList(value).every(isDatabaseUrl),
      'must be addresses such as postgresql://user:password@host:5432/name, separated by commas',
    ),
  ),
  DATABASE_POOL_SIZE: integer(2, 500, {
    default: '10',
    description: 'Database connections for requests of each process; jobs use a few more.',
  }),
  IDENTITY: oneOf(['embedded', 'firebase'], {
    default: 'embedded',
    description: 'Identity provider: `embedded` in Redial, or `firebase`.',
  }),
  GOOGLE_SIGN_IN: Type.Optional(
    oneOf(['off', 'sandbox', 'google'], {
      description:
        '"Sign in with Google" of the embedded identity provider: `off`, `google`, or a `sandbox`, in which anybody is anybody. `sandbox` by default in the demo, otherwise `off`.',
      examples: ['sandbox'],
    }),
  ),
  GOOGLE_CLIENT_ID: Type.Optional(
    text({ description: 'For GOOGLE_SIGN_IN=google. See docs/providers/google.md.' }),
  ),
  GOOGLE_CLIENT_SECRET: Type.Optional(text({ description: 'For GOOGLE_SIGN_IN=google.' })),
  FIREBASE_PROJECT_ID: Type.Optional(
    text(
      { description: 'For IDENTITY=firebase. See docs/providers/firebase.md.' },
      (value) => /^[a-z][a-z\d-]{4,29}$/.test(value),
      'must be the id of a project, such as redial-12ab3',
    ),
  ),
  FIREBASE_API_KEY: Type.Optional(
    text(
      { description: 'For IDENTITY=firebase; sent to browsers.' },
      (value) => /^[\w-]+$/.test(value),
      'must be a key without spaces',
    ),
  ),
  FIREBASE_AUTH_DOMAIN: Type.Optional(
    text(
      { description: 'For IDENTITY=firebase: the host of the sign-in popup.' },
      (value) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(value),
      'must be a host such as redial-12ab3.firebaseapp.com',
    ),
  ),
  FIREBASE_SERVICE_ACCOUNT: Type.Optional(
    text({
      description:
        'For IDENTITY=firebase: path of the JSON file of a service account’s key, required for deleting accounts at Firebase.',
    }),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: Type.Optional(
    text(
      {
        description: 'For IDENTITY=firebase, in tests: the Auth emulator, such as 127.0.0.1:9099.',
      },
      (value) => /^[\w.-]+:\d{1,5}$/.test(value),
      'must look like 127.0.0.1:9099',
    ),
  ),
  CARD_PAYMENTS: Type.Optional(
    oneOf(['sandbox', 'stripe'], {
      description:
        'Card provider: `stripe`, or a `sandbox` that takes test cards and no money. `sandbox` by default in the demo; otherwise it has to be set.',
      examples: ['sandbox'],
    }),
  ),
  ALLOW_SANDBOX_PAYMENTS: Type.Optional(
    flag({
      description:
        'Allows CARD_PAYMENTS=sandbox without the demo, or where other machines reach Redial: orders are then paid without money. Refused in production.',
      examples: ['off'],
    }),
  ),
  SANDBOX_SETTLEMENT_SECONDS: Type.Optional(
    integer(1, 86_400, {
      description:
        'For CARD_PAYMENTS=sandbox: seconds until payouts, late refunds and chargebacks of its test numbers happen; 60 by default.',
      examples: ['60'],
    }),
  ),
  PAYOUTS: Type.Optional(
    oneOf(['stripe', 'sandbox'], {
      description:
        'Who pays sellers out: `stripe` (Connect), or the `sandbox`. As CARD_PAYMENTS by default, and never another.',
      examples: ['sandbox'],
    }),
  ),
  STRIPE_SECRET_KEY: Type.Optional(
    text(
      {
        description:
          'For CARD_PAYMENTS=stripe; all three keys of one mode, test or live. See docs/providers/stripe.md.',
        examples: ['sk_test_…'],
      },
      (value) => /^(sk|rk)_(test|live)_\w+$/.test(value),
      'must begin with sk_test_, sk_live_ or rk_',
    ),
  ),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(
    text(
      { description: 'For CARD_PAYMENTS=stripe; sent to browsers.', examples: ['pk_test_…'] },
      (value) => /^pk_(test|live)_\w+$/.test(value),
      'must begin with pk_test_ or pk_live_',
    ),
  ),
  STRIPE_WEBHOOK_SECRET: Type.Optional(
    text(
      { description: 'For CARD_PAYMENTS=stripe.', examples: ['whsec_…'] },
      (value) => /^whsec_\S+$/.test(value),
      'must begin with whsec_',
    ),
  ),
  STRIPE_CONNECT_WEBHOOK_SECRET: Type.Optional(
    text(
      {
        description:
          'For PAYOUTS=stripe: of the endpoint for events of connected accounts. Without it, payouts are updated by a job alone.',
        examples: ['whsec_…'],
      },
      (value) => /^whsec_\S+$/.test(value),
      'must begin with whsec_',
    ),
  ),
  STRIPE_API_BASE: Type.Optional(
    origin({ description: 'For CARD_PAYMENTS=stripe, in tests: origin of the API.' }),
  ),
  IMAGE_STORE: oneOf(['disk', 's3'], {
    default: 'disk',
    description: 'Where the embedded image host stores files: in DATA_DIR, or in an S3 bucket.',
  }),
  S3_BUCKET: Type.Optional(
    text(
      { description: 'For IMAGE_STORE=s3. See docs/providers/images.md.' },
      (value) => /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value),
      'must be the name of a bucket: lower-case letters, digits, . and -',
    ),
  ),
  S3_ACCESS_KEY: Type.Optional(text({ description: 'For IMAGE_STORE=s3.' })),
  S3_SECRET_KEY: Type.Optional(text({ description: 'For IMAGE_STORE=s3.' })),
  S3_REGION: Type.Optional(
    text({
      description: 'For IMAGE_STORE=s3: the region; required without S3_ENDPOINT.',
      examples: ['us-east-1'],
    }),
  ),
  S3_ENDPOINT: Type.Optional(
    origin({ description: 'For IMAGE_STORE=s3: the service, if it is not Amazon’s.' }),
  ),
  IMAGE_HOST: oneOf(['embedded', 'external'], {
    default: 'embedded',
    description: 'Who hosts new images: Redial itself, or an `external` host such as imgbb.',
  }),
  IMAGE_HOST_URL: Type.Optional(
    origin({ description: 'For IMAGE_HOST=external.', examples: ['https://api.imgbb.com'] }),
  ),
  IMAGE_HOST_KEY: Type.Optional(
    text({ description: 'For IMAGE_HOST=external; never sent to browsers.' }),
  ),
  ...mailerSettings,
  VAPID_PRIVATE_KEY: Type.Optional(
    text(
      {
        description:
          'The key by which push services recognize this installation: 32 random bytes, base64. Without it, production sends no notifications to browsers; otherwise it is generated into DATA_DIR. See docs/operations.md.',
      },
      (value) => /^[\w+/-]{43}=?$/.test(value),
      'must be 32 bytes in base64, as `openssl rand -base64 32` prints them',
    ),
  ),
  PUSH_SERVICES: Type.Optional(
    origins({
      description:
        'Origins of further push services, separated by commas, besides those of the common browsers.',
    }),
  ),
  RATE_LIMIT_STORE: oneOf(['memory', 'redis'], {
    default: 'memory',
    description:
      'Where requests are counted: by the processes of one machine, or in a shared `redis`.',
  }),
  LIVE_UPDATES: oneOf(['postgres', 'redis'], {
    default: 'postgres',
    description:
      'How processes learn of new live events: by NOTIFY of PostgreSQL, or by a shared `redis`, behind PgBouncer without DATABASE_DIRECT_URL, or with very many writes.',
  }),
  REDIS_URL: Type.Optional(
    text(
      {
        description:
          'For RATE_LIMIT_STORE=redis and LIVE_UPDATES=redis. With REDIS_SENTINELS, the host is the name of the primary there, without a port: redis://user:password@mymaster.',
        examples: ['redis://user:password@host:6379'],
      },
      isRedisUrl,
      'must look like redis://user:password@host:6379',
    ),
  ),
  REDIS_SENTINELS: Type.Optional(
    text(
      {
        description:
          'For Redis with Sentinel: one URL for each sentinel, separated by commas, all with the same user and password, if any.',
        examples: ['redis://host1:26379,redis://host2:26379,redis://host3:26379'],
      },
      (value) => {
        const urls = splitList(value);
        const signIn = (url: string) => url.slice(0, url.lastIndexOf('@') + 1);
        return urls.every(isRedisUrl) && new Set(urls.map(signIn)).size === 1;
      },
      'must be URLs such as redis://host:26379, separated by commas, with the same user and password',
    ),
  ),
  RATE_LIMIT_SCALE: positiveNumber({ default: '1', description: 'Multiplies every rate limit.' }),
  TRUSTED_PROXIES: Type.Optional(
    networks({
      description:
        'IP addresses and networks of the reverse proxies, separated by commas: only their X-Forwarded headers are trusted. Without it, all users behind a proxy count as one client.',
      examples: ['10.0.0.5, 10.1.0.0/16'],
    }),
  ),
  METRICS_PORT: Type.Optional(
    integer(1, 65_535, {
      description:
        'Serves `GET /metrics` for Prometheus on this port; off by default. See docs/operations.md.',
      examples: ['9464'],
    }),
  ),
  METRICS_HOST: text({
    default: '127.0.0.1',
    description: 'The IP address of METRICS_PORT. Never one that the public reaches.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    text(
      {
        description:
          'Sends traces to this collector (OpenTelemetry, OTLP over HTTP); off by default. See docs/operations.md.',
        examples: ['http://localhost:4318'],
      },
      isUrl(/^https?:\/\/[^/]/),
      'must look like http://localhost:4318',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    text(
      {
        description: 'Header fields for the collector, such as its key, separated by commas.',
        examples: ['x-api-key=secret'],
      },
      (value) => splitList(value).every((one) => /^[\w-]+=./.test(one)),
      'must look like x-api-key=secret',
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1, {
    default: '1',
    description: 'Which part of the requests and jobs is traced: 0.1 is every tenth.',
  }),
  BACKUP_DIR: Type.Optional(
    text({
      description:
        'Directory of scheduled backups, on another disk than DATA_DIR. See docs/operations.md.',
      examples: ['/var/backups/redial'],
    }),
  ),
  BACKUP_SCHEDULE: Type.Optional(
    text(
      {
        description:
          'When a backup is made into BACKUP_DIR, as a cron expression in UTC. Without it, only `npm run backup` makes one.',
        examples: ['30 3 * * *'],
      },
      isCronExpression,
      'must be a cron expression of five valid fields, such as 30 3 * * *',
    ),
  ),
  BACKUP_KEEP: Type.Optional(
    integer(1, 10_000, {
      description: 'How many backups are kept in a directory; all of them by default.',
      examples: ['14'],
    }),
  ),
  BACKUP_RECIPIENTS: Type.Optional(
    text(
      {
        description:
          'Encrypts backups for these recipients of age (age1…), separated by commas. `npm run backup -- --new-key FILE` creates a key.',
        examples: ['age1…'],
      },
      (value) => splitList(value).every(isRecipient),
      'must be recipients of age (age1…), as npm run backup -- --new-key FILE prints them',
    ),
  ),
  ORDER_HOLD_HOURS: integer(1, 720, {
    default: '24',
    description: 'Hours after which an unpaid order expires and its phone becomes available again.',
  }),
  OFFER_RESERVATION_MINUTES: integer(5, 1440, {
    default: '60',
    description: 'Minutes after which the unpaid order of an accepted offer expires.',
  }),
  ORDER_HOLD_MAX: integer(1, 1000, {
    default: '10',
    description: 'Maximum number of unpaid orders of a buyer.',
  }),
  HOLD_LISTINGS_ABOVE: integer(0, 100, {
    default: '60',
    description:
      'The risk score above which a listing is held for review before it is public; 100 holds none.',
  }),
  SUPPORT_REFUND_MAX: decimal(0, 100_000, {
    default: '100',
    description:
      'What a support member may refund in a decision about a dispute, in dollars; admins decide about more.',
  }),
  SELLER_FEE_PERCENT: decimal(0, 30, {
    default: '5',
    description: 'The fee of the seller, in percent of what the seller keeps of the price.',
  }),
  PAYOUT_MINIMUM: decimal(0.01, 1000, {
    default: '1',
    description: 'The smallest payout in dollars.',
  }),
  CANCELLATION_RESPONSE_HOURS: integer(1, 720, {
    default: '48',
    description:
      'Hours in which a seller answers a request to cancel a paid order, before it is refunded.',
  }),
  HANDOVER_DAYS: integer(1, 90, {
    default: '14',
    description:
      'Days after payment in which a phone is handed over or shipped, or it is refunded.',
  }),
  TRANSIT_DAYS: integer(4, 90, {
    default: '10',
    description: 'Days after shipping at which a phone counts as received.',
  }),
  OVERDUE_DAYS: integer(1, 90, {
    default: '5',
    description: 'Days after shipping from which a buyer can report a phone as not received.',
  }),
  INSPECTION_HOURS: integer(1, 720, {
    default: '96',
    description: 'Hours in which a buyer inspects a received phone before the seller is paid.',
  }),
  MEETING_INSPECTION_HOURS: integer(1, 720, {
    default: '48',
    description: 'The same after a handover in person.',
  }),
  DISPUTE_RESPONSE_HOURS: integer(1, 720, {
    default: '72',
    description: 'Hours in which a party of a dispute answers before the admins decide.',
  }),
  DISPUTE_DAYS: integer(1, 365, {
    default: '60',
    description: 'Days after its first opening at which a dispute ends.',
  }),
  RETURN_SHIPMENT_DAYS: integer(1, 90, {
    default: '7',
    description: 'Days in which a buyer ships an agreed return, or the seller is paid.',
  }),
  RETURN_CONFIRMATION_DAYS: integer(1, 90, {
    default: '14',
    description:
      'Days after a return was shipped in which the seller confirms it, or it is refunded.',
  }),
  SELLER_RECORD_DAYS: integer(30, 3650, {
    default: '180',
    description:
      'Days after the last sale or payout for which the identity of a deleted seller is kept, encrypted; an admin can open it with a reason.',
  }),
  REFUSE_COMMON_PASSWORDS: Type.Optional(
    flag({
      description:
        'Whether common passwords are refused at sign-up, reset and change, by a list that ships with Redial. Off by default, on in production. Firebase has its own policy.',
      examples: ['on'],
    }),
  ),
  REQUIRE_VERIFIED_EMAIL: Type.Optional(
    flag({
      description:
        'Whether signing in, ordering and listing require a verified e-mail address. Off by default, on in production.',
      examples: ['on'],
    }),
  ),
  REQUIRE_ADMIN_TWO_FACTOR: Type.Optional(
    flag({
      description:
        'Whether admins need a second factor: without one, pages and calls of admins lead to its set-up. Off by default, on in production. Not with Firebase.',
      examples: ['on'],
    }),
  ),
});
export type Environment = StaticDecode<typeof Environment>;
export type SettingName = keyof Environment;

/** Creates an error whose message starts with the setting's name. */
export const configError = (name: SettingName, problem: string): ConfigError =>
  new ConfigError(`${name} ${problem}`);

export interface AdapterSettings {
  readonly required: readonly SettingName[];
  readonly optional: readonly SettingName[];
}

/** The settings of each adapter that has any, by the setting that selects it. */
export const adapterSettings = {
  IDENTITY: {
    firebase: {
      required: ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'],
      optional: ['FIREBASE_SERVICE_ACCOUNT', 'FIREBASE_AUTH_EMULATOR_HOST'],
    },
    embedded: { required: [], optional: ['GOOGLE_SIGN_IN'] },
  },
  GOOGLE_SIGN_IN: {
    google: { required: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], optional: [] },
  },
  CARD_PAYMENTS: {
    stripe: {
      required: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      optional: ['STRIPE_API_BASE'],
    },
    sandbox: {
      required: [],
      optional: ['ALLOW_SANDBOX_PAYMENTS', 'SANDBOX_SETTLEMENT_SECONDS'],
    },
  },
  PAYOUTS: { stripe: { required: [], optional: ['STRIPE_CONNECT_WEBHOOK_SECRET'] } },
  IMAGE_STORE: {
    s3: {
      required: ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
      optional: ['S3_REGION', 'S3_ENDPOINT'],
    },
  },
  IMAGE_HOST: { external: { required: ['IMAGE_HOST_URL', 'IMAGE_HOST_KEY'], optional: [] } },
  MAILER: mailers,
  RATE_LIMIT_STORE: { redis: { required: ['REDIS_URL'], optional: ['REDIS_SENTINELS'] } },
  LIVE_UPDATES: { redis: { required: ['REDIS_URL'], optional: ['REDIS_SENTINELS'] } },
} as const satisfies Partial<Record<SettingName, Record<string, AdapterSettings>>>;
