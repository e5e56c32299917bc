/** Every setting of Redial, with what it means; `.env.example` says the same and a test compares. */
export const settingNames = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'WORKERS',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'PUBLIC_URL',
  'VITE_API_URL',
  'WEB_ORIGINS',
  'SESSION_SECRET',
  'DEMO',
  'IDENTITY',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'FIREBASE_AUTH_DOMAIN',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_SERVICE_ACCOUNT',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'IMAGE_HOST_URL',
  'IMAGE_HOST_KEY',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'ORDER_HOLD_HOURS',
  'ORDER_HOLD_MAX',
  'RATE_LIMIT_SCALE',
  'REDIS_URL',
  'TRUSTED_PROXIES',
  'SMTP_URL',
  'MAIL_FROM',
] as const;
export type SettingName = (typeof settingNames)[number];

/** The value of a setting, without spaces around it; an empty one is none. */
export type ReadSetting = (name: SettingName) => string | undefined;

/** A setting that is wrong or missing; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const configError = (name: SettingName, what: string) => new ConfigError(`${name} ${what}`);

export function parseBoolean(
  name: SettingName,
  value: string | undefined,
  otherwise: boolean,
): boolean {
  if (value === undefined) return otherwise;
  if (['1', 'true', 'on', 'yes'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'off', 'no'].includes(value.toLowerCase())) return false;
  throw configError(name, 'must be on or off');
}

export function parseInteger(name: SettingName, value: string, min: number, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw configError(name, `must be a whole number from ${min} to ${max}`);
}

export function parsePositiveNumber(name: SettingName, value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw configError(name, 'must be a number above 0');
}

/** An origin, without a trailing slash. */
export function parseOrigin(name: SettingName, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '';
  if (bare && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw configError(name, 'must be an address such as https://redial.example, without a path');
}

/**
 * Settings that belong together: all of them, or none.
 *
 * @returns their values, or `undefined` where none is set.
 * @throws ConfigError naming one that is missing, and one that is set.
 */
export function allOrNone<N extends SettingName>(
  read: ReadSetting,
  names: readonly N[],
): Record<N, string> | undefined {
  const set = names.find((name) => read(name));
  const missing = names.find((name) => !read(name));
  if (set && missing) throw configError(missing, `is missing, and ${set} is set`);
  if (!set) return undefined;
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, string>;
}
