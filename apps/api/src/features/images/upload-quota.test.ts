import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { images } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createImageFixture, type ImageFixture, solidColour } from './images.fixture.ts';

let open: ImageFixture[] = [];
afterEach(async () => {
  for (const host of open) await host.close();
  open = [];
});

async function createHost(rateLimitScale: number): Promise<ImageFixture> {
  const host = await createImageFixture({ settings: { rateLimitScale } });
  open.push(host);
  return host;
}

const image = () => solidColour(40, 30).jpeg().toBuffer();

/** Records images of a seller, each used by a listing if asked for. */
async function insertImages(
  host: ImageFixture,
  count: number,
  about: { bytes?: number; hoursAgo?: number; used?: boolean } = {},
) {
  const createdAt = new Date(Date.now() - (about.hoursAgo ?? 0) * 3600_000);
  for (let n = 0; n < count; n++) {
    const id = newId();
    await host.db.insert(images).values({
      id,
      uploadedBy: host.seller.id,
      width: 320,
      height: 320,
      bytes: about.bytes ?? 1000,
      createdAt,
    });
    if (about.used) await host.insertProduct(host.seller, { imageUrl: `/images/${id}-320.jpg` });
  }
}

const megabytes = (count: number) => count * 1024 * 1024;

test.each<[string, number, Parameters<typeof insertImages>[2]]>([
  ['40 unused pictures', 40, { hoursAgo: 2 }],
  ['60 MB of unused pictures', 1, { hoursAgo: 2, bytes: megabytes(60) }],
  ['60 pictures in an hour', 60, { used: true }],
  ['200 pictures in a day', 200, { hoursAgo: 2, used: true }],
  ['200 MB in a day', 1, { hoursAgo: 2, used: true, bytes: megabytes(200) }],
])('after %s a seller may upload no further one', async (_title, count, about) => {
  const host = await createHost(1);
  await insertImages(host, count - 1, about);
  expect(await host.upload(await image())).toMatchObject({ status: 200 });
  if (count === 1) await insertImages(host, 1, about);
  const before = await host.countStored();
  expect(await host.upload(await image())).toMatchObject({
    status: 409,
    body: { code: 'image.quota-reached' },
  });
  expect(await host.countStored()).toEqual(before);
  // It is a quota of the seller, not of everybody.
  const other = await host.insertUser('seller');
  expect(await host.upload(await image(), { token: other.token })).toMatchObject({ status: 200 });
});

test('pictures of the day before and used ones do not count against today', async () => {
  const host = await createHost(1);
  await insertImages(host, 300, { hoursAgo: 25, used: true });
  expect(await host.upload(await image())).toMatchObject({ status: 200 });
});

test('concurrent uploads do not exceed the quota', async () => {
  const host = await createHost(1);
  await insertImages(host, 38, { hoursAgo: 2 });
  const file = await image();
  const uploads = await Promise.all([1, 2, 3, 4, 5].map(() => host.upload(file)));
  expect(uploads.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  expect(await host.rows()).toHaveLength(40);
});

test('of 26 uploads at once some are rejected, and another seller is served meanwhile', {
  timeout: 60_000,
}, async () => {
  const host = await createHost(100);
  const other = await host.insertUser('seller');
  const file = await solidColour(700, 700).jpeg().toBuffer();
  let pending = 26;
  const all = Array.from({ length: 26 }, () => host.upload(file).finally(() => pending--));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const served = await host.upload(file, { token: other.token });
  const pendingWhenServed = pending;
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(served.status).toBe(200);
  expect(pendingWhenServed).toBeGreaterThan(0);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(7);
});

test('a seller has ten uploads under way at a time, and those that are broken off end', async () => {
  const host = await createHost(1);
  const url = await host.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(url);
  const head = [
    'POST /1/upload HTTP/1.1',
    'Host: redial',
    `Authorization: Bearer ${host.seller.token}`,
    'Content-Type: multipart/form-data; boundary=x1',
    'Content-Length: 100000',
    '',
    '--x1\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf',
  ].join('\r\n');
  const sockets = [];
  for (let n = 0; n < 10; n++) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const received = once(host.server.server, 'request');
    socket.write(head);
    await received;
    sockets.push(socket);
  }
  const statusOf = async () => (await host.upload(await image())).status;
  // Seldom: each attempt counts towards the limit of uploads per minute.
  await expect.poll(statusOf, { interval: 1000 }).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(statusOf, { interval: 1000 }).toBe(200);
});
