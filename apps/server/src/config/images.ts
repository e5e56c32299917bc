import type { ExternalHostConfig, S3Bucket } from '@redial/api/adapters';
import { allOrNone, configError, parseOrigin, type ReadSetting } from './setting.ts';

export interface ImagesConfig {
  /** Keeps new pictures outside, where set. */
  readonly host: ExternalHostConfig | undefined;
  /** Where the embedded image host keeps its files; the data folder, where not set. */
  readonly s3: S3Bucket | undefined;
}

export function readImages(read: ReadSetting, production: boolean): ImagesConfig {
  return { host: readHost(read, production), s3: readS3(read) };
}

function readHost(read: ReadSetting, production: boolean): ExternalHostConfig | undefined {
  const host = allOrNone(read, ['IMAGE_HOST_URL', 'IMAGE_HOST_KEY']);
  if (!host) return undefined;
  const url = parseOrigin('IMAGE_HOST_URL', host.IMAGE_HOST_URL);
  // The key goes there: in the clear for tests alone.
  if (production && !url.startsWith('https:')) {
    throw configError('IMAGE_HOST_URL', 'must begin with https:// in production');
  }
  return { url, key: host.IMAGE_HOST_KEY };
}

function readS3(read: ReadSetting): S3Bucket | undefined {
  const keys = allOrNone(read, ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  const endpoint = read('S3_ENDPOINT');
  const region = read('S3_REGION');
  if (!keys) {
    if (endpoint) throw configError('S3_BUCKET', 'is missing, and S3_ENDPOINT is set');
    return undefined;
  }
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(keys.S3_BUCKET)) {
    throw configError('S3_BUCKET', 'must be the name of a bucket: small letters, digits, . and -');
  }
  if (!endpoint && !region) throw configError('S3_REGION', 'is missing, and S3_ENDPOINT too');
  return {
    bucket: keys.S3_BUCKET,
    accessKey: keys.S3_ACCESS_KEY,
    secretKey: keys.S3_SECRET_KEY,
    region: region ?? 'us-east-1',
    endpoint: endpoint && parseOrigin('S3_ENDPOINT', endpoint),
  };
}
