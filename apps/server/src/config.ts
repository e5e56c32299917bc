import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@redial/api';
import type { GoogleClient, StripeAccount } from '@redial/api/adapters';

/** Every setting of Redial, with what it means; `.env.example` says the same and a test compares. */
export const settingNames = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'PUBLIC_URL',
  'VITE_API_URL',
  'WEB_ORIGINS',
  'SESSION_SECRET',
  'DEMO',
  'IDENTITY',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'ORDER_HOLD_HOURS',
  'ORDER_HOLD_MAX',
  'RATE_LIMIT_SCALE',
  'SMTP_URL',
  'MAIL_FROM',
] as const;
type SettingName = (typeof settingNames)[number];
type Environment = Readonly<Partial<Record<SettingName, string | undefined>>>;

export interface Config extends Settings {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** An outside PostgreSQL; without it, the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Google's client, the sandbox that plays Google's part, or no Google at all. */
  readonly googleClient: GoogleClient | 'sandbox' | undefined;
  /** The card provider; without it, the sandbox. */
  readonly stripe: StripeAccount | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/** A setting that is wrong or missing; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads all settings, once. In demo, a session secret is generated into the data folder.
 *
 * @throws ConfigError naming the setting and what is wrong with it.
 */
export function readConfig(env: Environment): Config {
  const read = (name: SettingName) => env[name]?.trim() || undefined;
  const mode = read('NODE_ENV') ?? 'development';
  if (!['development', 'production', 'test'].includes(mode)) {
    throw wrong('NODE_ENV', 'must be development, production or test');
  }
  const production = mode === 'production';
  const demo = flag('DEMO', read('DEMO'), !production);
  if (production && demo) {
    throw wrong('DEMO', 'cannot be on in production: its accounts are known to everybody');
  }
  const port = wholeNumber('PORT', read('PORT') ?? '3000', 1, 65_535);
  const publicUrl = webAddress('PUBLIC_URL', read('PUBLIC_URL') ?? `http://localhost:${port}`);
  const dataDir = path.resolve(read('DATA_DIR') ?? '.data');
  if ((read('IDENTITY') ?? 'embedded') !== 'embedded') {
    throw wrong('IDENTITY', 'must be embedded');
  }
  const googleClient = google(read('GOOGLE_CLIENT_ID'), read('GOOGLE_CLIENT_SECRET'), demo);
  const smtpUrl = read('SMTP_URL');
  if (smtpUrl && !(/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw wrong('SMTP_URL', 'must look like smtp://user:password@host:587');
  }
  const mailFrom = read('MAIL_FROM') ?? `redial@${new URL(publicUrl).hostname}`;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom)) {
    throw wrong('MAIL_FROM', 'must be a bare address such as no-reply@redial.example');
  }
  // The web app's build takes it in; here it is only checked.
  const apiUrl = read('VITE_API_URL');
  if (apiUrl) webAddress('VITE_API_URL', apiUrl);
  const databaseUrl = read('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw wrong('DATABASE_URL', 'must look like postgresql://user:password@host:5432/name');
  }
  const webOrigins = (read('WEB_ORIGINS') ?? publicUrl)
    .split(',')
    .map((origin) => webAddress('WEB_ORIGINS', origin.trim()));
  const config = {
    production,
    demo,
    port,
    publicUrl,
    webOrigins,
    dataDir,
    databaseUrl,
    googleClient,
    google: googleClient !== undefined,
    stripe: stripe(read, production),
    smtpUrl,
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    mailFrom,
    orderHoldHours: wholeNumber('ORDER_HOLD_HOURS', read('ORDER_HOLD_HOURS') ?? '24', 1, 720),
    orderHoldMax: wholeNumber('ORDER_HOLD_MAX', read('ORDER_HOLD_MAX') ?? '10', 1, 1000),
    rateLimitScale: positive('RATE_LIMIT_SCALE', read('RATE_LIMIT_SCALE') ?? '1'),
  };
  const sessionSecret = sessionSecretOf(read('SESSION_SECRET'), config);
  if (production && !config.stripe) {
    throw wrong('STRIPE_SECRET_KEY', 'is required in production: the sandbox takes no money');
  }
  return { ...config, sessionSecret };
}

const wrong = (name: SettingName, what: string) => new ConfigError(`${name} ${what}`);

function flag(name: SettingName, value: string | undefined, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (['1', 'true', 'on', 'yes'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'off', 'no'].includes(value.toLowerCase())) return false;
  throw wrong(name, 'must be on or off');
}

function wholeNumber(name: SettingName, value: string, min: number, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw wrong(name, `must be a whole number from ${min} to ${max}`);
}

function positive(name: SettingName, value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw wrong(name, 'must be a number above 0');
}

/** An origin, without a trailing slash. */
function webAddress(name: SettingName, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '';
  if (bare && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw wrong(name, 'must be an address such as https://redial.example, without a path');
}

function google(
  id: string | undefined,
  secret: string | undefined,
  demo: boolean,
): Config['googleClient'] {
  if (id && secret) {
    return { issuer: 'https://accounts.google.com', clientId: id, clientSecret: secret };
  }
  if (id) throw wrong('GOOGLE_CLIENT_SECRET', 'is missing, and GOOGLE_CLIENT_ID is set');
  if (secret) throw wrong('GOOGLE_CLIENT_ID', 'is missing, and GOOGLE_CLIENT_SECRET is set');
  return demo ? 'sandbox' : undefined;
}

/** The three keys of a Stripe account, of one mode: all of them, or none. */
function stripe(
  read: (name: SettingName) => string | undefined,
  production: boolean,
): StripeAccount | undefined {
  const keys = {
    STRIPE_SECRET_KEY: read('STRIPE_SECRET_KEY'),
    STRIPE_PUBLISHABLE_KEY: read('STRIPE_PUBLISHABLE_KEY'),
    STRIPE_WEBHOOK_SECRET: read('STRIPE_WEBHOOK_SECRET'),
  };
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = keys;
  const apiBase = read('STRIPE_API_BASE');
  if (!secretKey || !publishableKey || !webhookSecret) {
    const names = Object.keys(keys) as (keyof typeof keys)[];
    const set = names.find((name) => keys[name]);
    const missing = names.find((name) => !keys[name]);
    if (set && missing) throw wrong(missing, `is missing, and ${set} is set`);
    if (apiBase) throw wrong('STRIPE_API_BASE', 'is set, and STRIPE_SECRET_KEY is not');
    return undefined;
  }
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(secretKey) ?? [];
  if (!mode) throw wrong('STRIPE_SECRET_KEY', 'must begin with sk_test_, sk_live_ or rk_');
  if (!new RegExp(`^pk_${mode}_\\w+$`).test(publishableKey)) {
    throw wrong('STRIPE_PUBLISHABLE_KEY', `must begin with pk_${mode}_, as the secret key is`);
  }
  if (!/^whsec_\S+$/.test(webhookSecret)) {
    throw wrong('STRIPE_WEBHOOK_SECRET', 'must begin with whsec_');
  }
  if (apiBase && production) throw wrong('STRIPE_API_BASE', 'is for tests, not for production');
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: apiBase && webAddress('STRIPE_API_BASE', apiBase),
  };
}

/** Generated once in demo, and kept; in production the operator's own. */
function sessionSecretOf(
  given: string | undefined,
  { production, dataDir }: { production: boolean; dataDir: string },
): string {
  if (given !== undefined) {
    if (given.length >= 32) return given;
    throw wrong('SESSION_SECRET', 'must have at least 32 characters');
  }
  if (production) throw wrong('SESSION_SECRET', 'is required in production');
  const file = path.join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
