import path from 'node:path';
import type { Settings } from '@redial/api';
import type { StripeAccount } from '@redial/api/adapters';
import { type DatabaseConfig, readDatabase } from './config/database.ts';
import { type IdentityConfig, readIdentity } from './config/identity.ts';
import { type ImagesConfig, readImages } from './config/images.ts';
import { readStripe } from './config/payments.ts';
import { readSessionSecret } from './config/session-secret.ts';
import {
  configError,
  parseBoolean,
  parseInteger,
  parseOrigin,
  type ReadSetting,
  type SettingName,
} from './config/setting.ts';
import { readTraffic, type TrafficConfig } from './config/traffic.ts';

export { ConfigError, settingNames } from './config/setting.ts';

type Environment = Readonly<Partial<Record<SettingName, string | undefined>>>;

export interface Config extends Settings, TrafficConfig, DatabaseConfig {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Processes that serve. */
  readonly workers: number;
  readonly dataDir: string;
  readonly identity: IdentityConfig;
  readonly images: ImagesConfig;
  /** The card provider; without it, the sandbox. */
  readonly stripe: StripeAccount | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
}

/**
 * Reads all settings, once. In demo, a session secret is generated into the data folder.
 *
 * @throws ConfigError naming the setting and what is wrong with it.
 */
export function readConfig(env: Environment): Config {
  const read: ReadSetting = (name) => env[name]?.trim() || undefined;
  const mode = read('NODE_ENV') ?? 'development';
  if (!['development', 'production', 'test'].includes(mode)) {
    throw configError('NODE_ENV', 'must be development, production or test');
  }
  const production = mode === 'production';
  const demo = parseBoolean('DEMO', read('DEMO'), !production);
  if (production && demo) {
    throw configError('DEMO', 'cannot be on in production: its accounts are known to everybody');
  }
  const port = parseInteger('PORT', read('PORT') ?? '3000', 1, 65_535);
  const publicUrl = parseOrigin('PUBLIC_URL', read('PUBLIC_URL') ?? `http://localhost:${port}`);
  const dataDir = path.resolve(read('DATA_DIR') ?? '.data');
  // The web app's build takes it in; here it is only checked.
  const apiUrl = read('VITE_API_URL');
  if (apiUrl) parseOrigin('VITE_API_URL', apiUrl);
  const config = {
    production,
    demo,
    port,
    publicUrl,
    webOrigins: (read('WEB_ORIGINS') ?? publicUrl)
      .split(',')
      .map((origin) => parseOrigin('WEB_ORIGINS', origin.trim())),
    dataDir,
    ...readDatabase(read),
    images: readImages(read, production),
    identity: readIdentity(read, { production, demo }),
    ...readMail(read, publicUrl),
    host: read('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    workers: parseInteger('WORKERS', read('WORKERS') ?? '1', 1, 64),
    orderHoldHours: parseInteger('ORDER_HOLD_HOURS', read('ORDER_HOLD_HOURS') ?? '24', 1, 720),
    orderHoldMax: parseInteger('ORDER_HOLD_MAX', read('ORDER_HOLD_MAX') ?? '10', 1, 1000),
    ...readTraffic(read),
  };
  const sessionSecret = readSessionSecret(read('SESSION_SECRET'), config);
  return { ...config, sessionSecret, stripe: readStripe(read, production) };
}

function readMail(read: ReadSetting, publicUrl: string): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = read('SMTP_URL');
  if (smtpUrl && !(/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw configError('SMTP_URL', 'must look like smtp://user:password@host:587');
  }
  const mailFrom = read('MAIL_FROM') ?? `redial@${new URL(publicUrl).hostname}`;
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(mailFrom)) {
    throw configError('MAIL_FROM', 'must be a bare address such as no-reply@redial.example');
  }
  return { smtpUrl, mailFrom };
}
