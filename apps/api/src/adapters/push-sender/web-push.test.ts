import { createECDH, randomBytes } from 'node:crypto';
import { encrypt } from 'http_ece';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushSenderContract } from '../../ports/push-sender.contract.ts';
import { isPublicAddress, lookupPublic } from './public-address.ts';
import { decrypt, startFakePushService } from './push-service.fixture.ts';
import { createWebPushSender } from './web-push.ts';

const privateKey = randomBytes(32).toString('base64');
const contact = 'mailto:operator@redial.test';

pushSenderContract(async () => {
  const service = await startFakePushService();
  return {
    sender: createWebPushSender({ privateKey, contact, services: [service.origin] }),
    subscribe: () => {
      const { target, received } = service.subscribe();
      return { target, received: () => received.map(({ text }) => text) };
    },
    ended: () => ({ ...service.subscribe().target, endpoint: `${service.origin}/push/ended` }),
    respondWith: (status) => service.fail(status),
    close: service.close,
  };
});

let service: Awaited<ReturnType<typeof startFakePushService>>;
beforeAll(async () => {
  service = await startFakePushService();
});
afterAll(() => service.close());

const open = (services = [service.origin]) =>
  createWebPushSender({ privateKey, contact, services, timeoutMs: 500 });
const message = { payload: 'word', ttlSeconds: 90 };

test('the fake decrypts the message of RFC 8291, 5, as the library encrypts it', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const authSecret = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body = encrypt(Buffer.from('When I grow up, I want to be a watermelon'), {
    version: 'aes128gcm',
    dh: key.getPublicKey('base64url'),
    privateKey: sender,
    authSecret: authSecret.toString('base64url'),
    salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(decrypt({ key, authSecret }, body)).toBe('When I grow up, I want to be a watermelon');
});

test('a message says who operates Redial, how long it is worth storing, and nothing of its content', async () => {
  const browser = service.subscribe();
  await open().send(browser.target, message);
  expect(browser.received).toEqual([{ text: 'word', ttl: 90, contact }]);
});

test('a silent service is given up in time, a redirect is not followed', async () => {
  const browser = service.subscribe();
  service.fail('silent');
  await expect(open().send(browser.target, message)).rejects.toThrow();
  const other = await startFakePushService();
  const elsewhere = other.subscribe();
  service.fail({ redirectTo: elsewhere.target.endpoint });
  await expect(open().send(browser.target, message)).rejects.toThrow('307');
  expect(other.requests()).toBe(0);
  await other.close();
});

test.each([
  'https://fcm.googleapis.com/fcm/send/word',
  'https://updates.push.services.mozilla.com/wpush/v2/word',
  'https://web.push.apple.com/word',
  'https://wns2-by3p.notify.windows.com/w/?token=word',
])('%s is accepted', (endpoint) => expect(open([]).accepts(endpoint)).toBe(true));

test.each([
  'http://fcm.googleapis.com/fcm/send/word',
  'https://fcm.googleapis.com:8443/word',
  'https://user:word@fcm.googleapis.com/word',
  'https://fcm.googleapis.com.stranger.example/word',
  'https://push.apple.com.stranger.example/word',
  'https://stranger.example/?fcm.googleapis.com',
  'https://127.0.0.1/word',
  'https://[::1]/word',
  'https://[::ffff:127.0.0.1]/word',
  'https://2130706433/word',
  'https://0x7f000001/word',
  'https://0177.0.0.1/word',
  'https://127.1/word',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:5432/',
  'https://localhost/word',
  'file:///etc/passwd',
  'word',
])('%s is not accepted', (endpoint) => expect(open([]).accepts(endpoint)).toBe(false));

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
])('%s is public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));

test('a name that leads into our network is not connected to', async () => {
  const failure = await new Promise<Error | null>((resolve) =>
    lookupPublic('localhost', {}, (error) => resolve(error)),
  );
  expect(failure?.message).toContain('not public');
});

test('a key that is none of the curve is an error', () => {
  expect(() =>
    createWebPushSender({ privateKey: Buffer.alloc(32).toString('base64'), contact }),
  ).toThrow();
});
