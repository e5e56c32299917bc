import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newProductInput, type TestUser, unwrap } from '../test-app.ts';
import { insertImage } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * Reports of stolen phones, histories of devices, pictures of others, and odd values.
 */

let app: ListeningServer;

beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('devices', () => {
  const report = (deviceId: string, who: TestUser) =>
    app.send('POST', `/api/devices/${deviceId}/lost`, who, { as: 'stolen' });
  const isReported = async (deviceId: string) =>
    (await app.send('GET', `/api/devices/${deviceId}`)).json.reported !== null;

  test.each([
    ['was shipped', ['ship']],
    ['was handed over', ['meet']],
    ['is disputed', ['meet', 'dispute']],
  ] as const)('are not reported by a seller whose phone %s', async (_when, transitions) => {
    const { orderId, deviceId } = await app.sellDevice();
    await app.move(orderId, ...transitions);
    expect((await report(deviceId, app.seller)).json.code).toBe('device.not-owner');
    expect(await isReported(deviceId)).toBe(false);
  });

  test('are not reported by the seller between the acceptance and the change of the owner', async () => {
    const { orderId, deviceId } = await app.sellDevice();
    await app.move(orderId, 'meet');
    const answers = await Promise.all([
      app.accept(orderId),
      report(deviceId, app.seller),
      report(deviceId, app.seller),
    ]);
    expect(unwrap(answers[0]).modifiedCount).toBe(1);
    expect((await report(deviceId, app.seller)).status).toBe(403);
    await app.runJobs('dispatch-outbox');
    expect(await isReported(deviceId)).toBe(false);
    expect((await report(deviceId, app.buyer)).status).toBe(200);
  });

  test('are reported by a seller who still has the phone', async () => {
    const { deviceId } = await app.sellDevice();
    expect((await report(deviceId, app.seller)).status).toBe(200);
  });

  test('are not reported by somebody who listed a number and took it back', async () => {
    const mallory = await app.insertUser('seller');
    const bait = await app.insertProduct(mallory);
    const imei = app.newImei();
    const deviceId = await app.claim(bait, imei, mallory);
    expect((await app.send('DELETE', `/api/listings/${bait}/imei`, mallory)).status).toBe(200);
    expect((await report(deviceId, mallory)).json.code).toBe('device.not-owner');
    const own = await app.insertProduct(app.seller);
    expect(await app.claim(own, imei)).toBe(deviceId);
    expect((await report(deviceId, mallory)).status).toBe(403);
  });

  test('have a history that a seller cannot make endless', async () => {
    const id = await app.insertProduct(app.seller);
    const deviceId = await app.claim(id, app.newImei());
    await app.db.execute(sql`
      insert into device_entries (device_id, product_id, battery_health_pct, replaced_parts)
      select ${deviceId}, ${id}, 50 + n % 50, '{}' from generate_series(1, 3000) n`);
    await app.send('PATCH', `/api/listings/${id}`, app.seller, { batteryHealthPct: 99 });
    const { json, text } = await app.send('GET', `/api/devices/${deviceId}`);
    expect(json.readings).toHaveLength(100);
    expect(json.readings.at(-1).batteryHealthPct).toBe(99);
    expect(json.warnings).toHaveLength(10);
    expect(text.length).toBeLessThan(20_000);
  });

  test('with numbers that are none, or of others, are refused', async () => {
    const id = await app.insertProduct(app.seller);
    const mallory = await app.insertUser('seller');
    const taken = app.newImei();
    await app.claim(await app.insertProduct(mallory), taken, mallory);
    for (const imeis of [
      [],
      {},
      'x',
      [app.newImei(), app.newImei(), app.newImei()],
      [`٣٥${app.newImei().slice(2)}`],
      [`${app.newImei()}\u0000`],
      [{ toString: 'x' }],
      [null],
      ['9'.repeat(40)],
      [taken],
    ]) {
      const { status } = await app.send('PUT', `/api/listings/${id}/imei`, app.seller, { imeis });
      expect([400, 409, 422], JSON.stringify(imeis)).toContain(status);
    }
    for (const who of [app.buyer, app.other, app.admin]) {
      expect((await app.send('GET', `/api/listings/${id}/imei`, who)).status).toBe(403);
    }
  });
});

describe('pictures', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

  test.each([
    [
      'an SVG with a script',
      bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>'),
    ],
    [
      'an SVG with an entity',
      bytes('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
    ['a GIF', bytes('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00;')],
    ['a PDF', bytes('%PDF-1.4\n1 0 obj\n<<>>\nendobj')],
    ['a TIFF', bytes('II*\0\x08\0\0\0\0\0')],
    ['an EXR', bytes('\x76\x2f\x31\x01')],
    ['a broken HEIC', bytes(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'\xff'.repeat(2000)}`)],
    ['a broken AVIF', bytes(`\0\0\0\x18ftypavif\0\0\0\0mif1avif${'\xff'.repeat(2000)}`)],
    ['half a PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x02\0\0\0')],
    ['nothing', bytes('')],
  ])('that are %s are refused', async (_what, picture) => {
    const { status, text } = await app.send('POST', '/1/upload', app.seller, picture);
    expect([400, 413, 415], text).toContain(status);
  });

  test('of listings are own uploads, and those of disputes belong to their order and party', async () => {
    const { seller, buyer } = app;
    const own = await insertImage(app, seller);
    const mallory = await app.insertUser('seller');
    for (const img of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'http://169.254.169.254/x.jpg',
      `${own}?x=1`,
      `${own}#x`,
      `${own}\u0000`,
      own.replace('://', '://evil.example@'),
      own.replace('/images/', '/images/../images/'),
      [own],
      {},
    ]) {
      const body = { ...newProductInput(), img };
      const { status } = await app.send('POST', '/myproducts', seller, body);
      expect([400, 422], JSON.stringify(img)).toContain(status);
    }
    const stolen = await app.send('POST', '/myproducts', mallory, newProductInput({ img: own }));
    expect(stolen.status).toBe(422);

    const photo = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const a = await app.payOrder();
    const b = await app.payOrder();
    await app.move(a.orderId, 'meet');
    await app.move(b.orderId, 'meet');
    const upload = async (orderId: string, who: TestUser) =>
      (await app.send('POST', `/api/orders/${orderId}/photos`, who, new Uint8Array(photo))).json;
    const buyers = await upload(a.orderId, buyer);
    const sellers = await upload(a.orderId, seller);
    const dispute = (orderId: string, photoId: string) =>
      app.send('POST', `/api/orders/${orderId}/dispute`, buyer, {
        reason: 'counterfeit',
        text: 'x',
        photos: [photoId],
      });
    expect((await dispute(b.orderId, buyers.insertedId)).status).toBe(422);
    expect((await dispute(a.orderId, sellers.insertedId)).status).toBe(422);
    const signed = new URL(buyers.url);
    const of = async ({ pathname, search }: URL) =>
      (await app.send('GET', pathname + search)).status;
    expect(await of(signed)).toBe(200);
    for (const name of ['expires', 'signature']) {
      const changed = new URL(signed);
      changed.searchParams.set(name, `${changed.searchParams.get(name)}1`);
      expect([400, 404]).toContain(await of(changed));
      changed.searchParams.delete(name);
      expect(await of(changed)).toBe(400);
    }
    const swapped = new URL(new URL(sellers.url).pathname + signed.search, app.url);
    expect(await of(swapped)).toBe(404);
  });
});

describe('requests', () => {
  test('with odd values are refused, never failed', async () => {
    const { buyer, seller } = app;
    const id = await app.insertProduct(seller);
    const big = ['1e300', '99999999999999999999', '-1', 'NaN', '1%002'];
    const gets = [
      ...big.map((value) => `/api/notifications?before=${value}`),
      ...big.map((value) => `/api/balance?before=${value}`),
      ...[
        'minPrice=1e308',
        'minPrice=-1',
        'sort=__proto__',
        'limit=0',
        'limit=999999',
        'minYear=1e9',
      ].map((value) => `/allproducts?limit=1&${value}`),
      `/allproducts?limit=1&after=${Buffer.from('["newest",{"a":1},"x"]').toString('base64url')}`,
      '/api/models/__proto__',
      '/api/models/constructor/price-history',
      '/api/models?category=toString',
      '/allproducts/__proto__',
    ];
    for (const path of gets) {
      const { status } = await app.send('GET', path, path.includes('balance') ? seller : buyer);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
    const searches = [
      '%',
      '_',
      '\\',
      '"',
      '((((',
      '*:*&|!',
      'İ',
      '🤷',
      "' or 1=1--",
      '\u0000',
      'a:* b:*',
    ];
    for (const text of searches) {
      const q = encodeURIComponent(text.repeat(Math.floor(100 / text.length)));
      for (const path of ['/allproducts?limit=5&q=', '/api/products/facets?q=', '/api/models?q=']) {
        expect([200, 400], path + text).toContain((await app.send('GET', path + q)).status);
      }
    }
    for (const body of [
      { upTo: 1e300 },
      { ids: [1e300] },
      { ids: [-1] },
      { ids: ['1'] },
      { ids: Array(101).fill(1) },
      {},
    ]) {
      expect([400, 422]).toContain(
        (await app.send('POST', '/api/notifications/read', buyer, body)).status,
      );
    }
    for (const details of [
      { storageGb: -1 },
      { storageGb: 1e9 },
      { ramGb: 1e308 },
      { batteryHealthPct: 101 },
      { batteryCycles: 1e15 },
      { accessories: ['box', 'box'] },
      { warrantyUntil: '2026-02-30' },
    ]) {
      const { status } = await app.send('PATCH', `/api/listings/${id}`, seller, details);
      expect([400, 422], JSON.stringify(details)).toContain(status);
    }
  });

  test('mark only own notifications as read, and an unsubscribe link only mails of its kind', async () => {
    await app.payOrder();
    await app.runJobs('dispatch-outbox');
    const read = async () => (await app.send('GET', '/api/notifications', app.seller)).json;
    const { unread, notifications } = await read();
    expect(unread).toBeGreaterThan(0);
    const ids = notifications.map(({ _id }: { _id: number }) => _id).slice(0, 100);
    await app.send('POST', '/api/notifications/read', app.other, { ids });
    await app.send('POST', '/api/notifications/read', app.other, { upTo: Number.MAX_SAFE_INTEGER });
    expect((await read()).unread).toBe(unread);
    const kinds = [{ kind: 'operation', inApp: true, mail: 'now' }];
    const settings = await app.send('PUT', '/api/notification-settings', app.other, { kinds });
    expect(settings.text).not.toContain('operation');
  });
});
