import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/**
 * A fault of the next request: a status, an HTML page, no response, or a connection closed after
 * the request was processed.
 */
export type S3Fault = number | 'garbage' | 'silent' | 'cut';

export const bucket = {
  bucket: 'redial-pictures',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
  region: 'us-east-1',
};

/**
 * An S3 server on the loopback interface that verifies signatures, behind a proxy that injects
 * faults.
 */
export async function startFakeS3() {
  const directory = await mkdtemp(path.join(tmpdir(), 'redial-s3-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket.bucket, configs: [] }],
  });
  const { port } = await s3.run();
  const faults: S3Fault[] = [];
  const requests: string[] = [];
  let remaining = 0;

  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    requests.push(`${method} ${url}`);
    const fault = remaining > 0 ? void remaining-- : faults.shift();
    if (fault === 'silent') return void incoming.resume();
    if (fault !== undefined && fault !== 'cut') {
      incoming.resume();
      outgoing.writeHead(fault === 'garbage' ? 200 : fault).end('<html>Bad gateway</html>');
      return;
    }
    const upstream = request(
      { host: '127.0.0.1', port, method, path: url, headers },
      (response) => {
        if (fault === 'cut') return void outgoing.destroy();
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    /** Faults of the next requests, in this order. */
    fail: (...next: S3Fault[]) => void faults.push(...next),
    /** Removes all pending faults. */
    clearFaults: () => void faults.splice(0),
    /** Lets this many requests succeed before the faults apply. */
    failAfter: (count: number) => {
      remaining = count;
    },
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
