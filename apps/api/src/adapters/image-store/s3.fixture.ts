import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';

/** What goes wrong with the next calls: a status, a page, nothing is said, or not that it was done. */
export type S3Fault = number | 'garbage' | 'silent' | 'cut';

export const bucket = {
  bucket: 'redial-pictures',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
  region: 'us-east-1',
};

/** An S3 server on loopback, which checks signatures; in front of it a line on which calls can fail. */
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
  const calls: string[] = [];
  let spared = 0;

  const line = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    calls.push(`${method} ${url}`);
    const fault = spared > 0 ? void spared-- : faults.shift();
    if (fault === 'silent') return void incoming.resume();
    if (fault !== undefined && fault !== 'cut') {
      incoming.resume();
      answer.writeHead(fault === 'garbage' ? 200 : fault).end('<html>Bad gateway</html>');
      return;
    }
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      if (fault === 'cut') return void answer.destroy();
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    calls,
    /** The next calls fail so, one after the other. */
    fail: (...next: S3Fault[]) => void faults.push(...next),
    /** Nothing fails any more. */
    clearFaults: () => void faults.splice(0),
    /** So many calls go well before those fail. */
    failAfter: (count: number) => {
      spared = count;
    },
    async close() {
      line.closeAllConnections();
      await new Promise((resolve) => line.close(resolve));
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
