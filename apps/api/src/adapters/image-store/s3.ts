import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type ImageStore, ImagesUnavailable } from '../../ports/image-store.ts';
import { getShard, requireImageName } from './image-names.ts';

/** A bucket, as S3 and all that speak its language name the parts. */
export interface S3Bucket {
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** Where it is; Amazon's own, for the region, where left out. */
  readonly endpoint?: string | undefined;
}

export interface S3ImageStore {
  readonly store: ImageStore;
  /**
   * Asks the bucket for something that is not there.
   *
   * @returns why it cannot be used, or `undefined` where it can.
   * @throws ImagesUnavailable
   */
  check(): Promise<string | undefined>;
}

/** What only the operator can mend. */
const configurationErrors = new Set([
  'NoSuchBucket',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
]);

/**
 * Keeps pictures in an S3 bucket. A file is there whole or not at all: S3 shows none before all of it
 * has arrived. A call that fails on the way, or by a fault of the other side, is made three times.
 *
 * @param options.timeoutMs for each attempt.
 */
export function createS3ImageStore(options: S3Bucket & { timeoutMs?: number }): S3ImageStore {
  const { bucket: Bucket, accessKey, secretKey, region, endpoint, timeoutMs = 10_000 } = options;
  const s3 = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Most servers but Amazon's have no name for each bucket, and no checksums but S3's first.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, 3000),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });

  return {
    store: {
      put: async (Key, Body, ContentType) => {
        requireImageName(Key);
        const CacheControl = 'public, max-age=31536000, immutable';
        const file = { Bucket, Key, Body, ContentType, CacheControl };
        await callS3('put', async () => requireEtag(await s3.send(new PutObjectCommand(file))));
      },
      get: async (Key) => {
        if (!getShard(Key)) return undefined;
        return callS3('get', async () => {
          try {
            const { Body } = requireEtag(await s3.send(new GetObjectCommand({ Bucket, Key })));
            return Body && Buffer.from(await Body.transformToByteArray());
          } catch (error) {
            if (error instanceof NoSuchKey) return undefined;
            throw error;
          }
        });
      },
      delete: async (Key) => {
        if (!getShard(Key)) return;
        await callS3('delete', () => s3.send(new DeleteObjectCommand({ Bucket, Key })));
      },
    },
    check: () =>
      callS3('check', async () => {
        try {
          await s3.send(new GetObjectCommand({ Bucket, Key: 'no-picture' }));
          return undefined;
        } catch (error) {
          const code = error instanceof S3ServiceException ? error.name : '';
          // The latter where the keys may not list, so that what is missing is not told.
          if (code === 'NoSuchKey' || code === 'AccessDenied') return undefined;
          if (configurationErrors.has(code)) return `${code}: ${(error as Error).message}`;
          throw error;
        }
      }),
  };
}

/** S3 names what it keeps by a digest; whoever answers without it is a proxy with a page. */
function requireEtag<T extends { ETag?: string | undefined }>(answer: T): T {
  if (!answer.ETag) throw new Error('the answer is not one of S3');
  return answer;
}

async function callS3<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new ImagesUnavailable(`S3 failed: ${name}`, { cause });
  }
}
