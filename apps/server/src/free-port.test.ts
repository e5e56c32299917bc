import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from './config.ts';
import { explainListenError, requireFreePort } from './free-port.ts';

async function listen(host = '127.0.0.1') {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(async () => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** Connects to a port in a loop, in another thread, and collects the outcomes. */
const connectLoop = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const outcomes = new Set();
  parentPort.once('message', () => {
    parentPort.postMessage([...outcomes]);
    process.exit();
  });
  function next() {
    const socket = connect(workerData, '127.0.0.1');
    const done = (outcome) => {
      outcomes.add(outcome);
      socket.destroy();
      setImmediate(next);
    };
    socket.once('connect', () => done('connected')).once('error', ({ code }) => done(code));
  }
  for (let n = 0; n < 8; n++) next();
  parentPort.postMessage('started');
`;

test.each(['127.0.0.1', '0.0.0.0'])('a used port of %s is reported', async (host) => {
  const { port } = await listen(host);
  const check = requireFreePort({ host, port });
  await expect(check).rejects.toThrow(`PORT ${port} is used by another program`);
  await expect(check).rejects.toBeInstanceOf(ConfigError);
});

test('the check of a free port never accepts a connection', async () => {
  const { server, port } = await listen();
  server.close();
  await once(server, 'close');
  const client = new Worker(connectLoop, { eval: true, workerData: port });
  await once(client, 'message');
  for (let n = 0; n < 200; n++) await requireFreePort({ host: '127.0.0.1', port });
  client.postMessage('stop');
  const [outcomes] = await once(client, 'message');
  expect(outcomes).toEqual(['ECONNREFUSED']);
});

test.each([
  ['EADDRINUSE', 'PORT 80 is used by another program'],
  ['EACCES', 'PORT 80 requires more privileges'],
  ['EADDRNOTAVAIL', 'HOST 192.0.2.1 is not an address of this machine'],
])('listen error %s is explained', (code, message) => {
  const error = Object.assign(new Error('listen'), { code });
  const explained = explainListenError(error, { host: '192.0.2.1', port: 80 });
  expect(explained).toBeInstanceOf(ConfigError);
  expect((explained as Error).message).toContain(message);
});

test('other listen errors are passed on', () => {
  const error = new Error('other');
  expect(explainListenError(error, { host: '127.0.0.1', port: 80 })).toBe(error);
});
