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

/** A bucket of Amazon S3 or of a compatible service. */
export interface S3Bucket {
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  /** Base URL of the service; Amazon's endpoint for the region if omitted. */
  readonly endpoint?: string | undefined;
}

export interface S3ImageStore {
  readonly store: ImageStore;
  /**
   * Verifies access to the bucket by requesting an object that does not exist.
   *
   * @returns the reason why the bucket cannot be used, or `undefined` if it can.
   * @throws ImagesUnavailable
   */
  check(): Promise<string | undefined>;
}

/** Errors that only the operator can fix. */
const configurationErrors = new Set([
  'NoSuchBucket',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
]);

/**
 * Stores images in an S3 bucket. Writes are atomic: S3 shows an object only after its upload is
 * complete. Requests that fail with a network error or a server error are attempted three times.
 *
 * @param options.timeoutMs for each attempt.
 */
export function createS3ImageStore(options: S3Bucket & { timeoutMs?: number }): S3ImageStore {
  const { bucket: Bucket, accessKey, secretKey, region, endpoint, timeoutMs = 10_000 } = options;
  const s3 = new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Most compatible services have neither a host name per bucket nor checksums other than the
    // original ones.
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
          // S3 returns `AccessDenied` for a missing object if the keys have no permission to list.
          if (code === 'NoSuchKey' || code === 'AccessDenied') return undefined;
          if (configurationErrors.has(code)) return `${code}: ${(error as Error).message}`;
          throw error;
        }
      }),
  };
}

/** Every S3 object has an ETag; a response without one comes from a proxy. */
function requireEtag<T extends { ETag?: string | undefined }>(response: T): T {
  if (!response.ETag) throw new Error('the response does not come from S3');
  return response;
}

async function callS3<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new ImagesUnavailable(`S3 failed: ${name}`, { cause });
  }
}
