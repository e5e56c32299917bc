import { isIP } from 'node:net';
import type { Settings } from '@redial/api';
import { configError, parsePositiveNumber, type ReadSetting } from './setting.ts';

export interface TrafficConfig extends Pick<Settings, 'rateLimitScale' | 'trustedProxies'> {
  /** Where all processes count requests together; without it, each counts alone. */
  readonly redisUrl: string | undefined;
}

/** What concerns the line: limits, and the proxies in front. */
export function readTraffic(read: ReadSetting): TrafficConfig {
  const redisUrl = read('REDIS_URL');
  if (redisUrl && !(/^rediss?:\/\/[^/]/.test(redisUrl) && URL.canParse(redisUrl))) {
    throw configError('REDIS_URL', 'must look like redis://user:password@host:6379');
  }
  const trustedProxies = (read('TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((proxy) => proxy.trim())
    .filter(Boolean);
  if (!trustedProxies.every(isNetwork)) {
    throw configError(
      'TRUSTED_PROXIES',
      'must be addresses or networks such as 10.0.0.5, 10.1.0.0/16',
    );
  }
  const rateLimitScale = parsePositiveNumber('RATE_LIMIT_SCALE', read('RATE_LIMIT_SCALE') ?? '1');
  return { redisUrl, trustedProxies, rateLimitScale };
}

/** An address, with the bits of its network after it if it stands for one; never for everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}
