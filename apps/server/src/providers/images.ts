import type { Deps } from '@redial/api';
import { createDiskImageStore, createExternalHost, type S3Bucket } from '@redial/api/adapters';
import { type Config, ConfigError } from '../config.ts';

/**
 * Opens the image storage: the data directory or a bucket, and an external host for new images if
 * configured.
 *
 * @throws ConfigError if the bucket or the data directory cannot be used.
 */
export async function openImages(
  { imageStore: chosen, imageHost: host, dataDir }: Config,
  log: Deps['log'],
): Promise<Pick<Deps, 'imageStore' | 'imageHost'>> {
  return {
    imageStore: chosen.adapter === 's3' ? await openBucket(chosen, log) : await openDisk(dataDir),
    imageHost: host && createExternalHost(host),
  };
}

async function openDisk(dataDir: string): Promise<Deps['imageStore']> {
  try {
    return await createDiskImageStore(`${dataDir}/images`);
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/** Verifies access to the bucket. An unreachable bucket does not prevent the start. */
async function openBucket(bucket: S3Bucket, log: Deps['log']): Promise<Deps['imageStore']> {
  const { createS3ImageStore } = await import('@redial/api/adapters/s3');
  const { store, check } = createS3ImageStore(bucket);
  const refused = await check().catch((err: unknown) => {
    log.warn({ err }, 'S3 is unreachable');
    return undefined;
  });
  if (refused) throw new ConfigError(`S3_BUCKET cannot be used: ${refused}`);
  return store;
}
