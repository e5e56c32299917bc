import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { client, startFakeOpenIdProvider } from '../src/adapters/identity/openid.fixture.ts';

/** Missing Debian packages that the fake needs; empty if all are installed. */
export const missingPackages = existsSync('/usr/bin/openssl') ? '' : 'openssl';

/** The URLs in Google's discovery document. */
const google = {
  issuer: 'https://accounts.google.com',
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
};

/**
 * Serves a fake Google at Google's own URLs: behind an HTTP proxy that connects to nothing else,
 * with a certificate that processes started with `settings` trust.
 */
export async function startFakeGoogle() {
  const home = await mkdtemp(path.join(tmpdir(), 'redial-google-'));
  const [keyFile, certificate] = [path.join(home, 'key.pem'), path.join(home, 'cert.pem')];
  const hosts = [...new Set(Object.values(google).map((address) => new URL(address).hostname))];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const request = 'req -new -x509 -days 2 -nodes -subj /CN=google -addext'.split(' ');
  execFileSync(
    '/usr/bin/openssl',
    [...request, `subjectAltName=${names}`, '-keyout', keyFile, '-out', certificate],
    { stdio: 'pipe' },
  );
  const tls = { key: await readFile(keyFile), cert: await readFile(certificate) };
  const provider = await startFakeOpenIdProvider({
    addresses: google,
    tls,
    showsAccountPage: true,
  });

  const proxy = createServer((_request, response) => response.writeHead(403).end());
  proxy.on('connect', ({ url = '' }, caller) => {
    caller.on('error', () => undefined);
    if (!hosts.some((host) => url === `${host}:443`)) {
      caller.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward = connect(provider.port, '127.0.0.1', () => {
      caller.write('HTTP/1.1 200 Connection established\r\n\r\n');
      caller.pipe(onward).pipe(caller);
    });
    onward.on('error', () => caller.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  return {
    misbehave: provider.setFaults,
    settings: {
      GOOGLE_SIGN_IN: 'google',
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: address,
      NODE_EXTRA_CA_CERTS: certificate,
      // Overrides proxy settings of the environment.
      ...{ HTTP_PROXY: '', NO_PROXY: '', http_proxy: '', https_proxy: address, no_proxy: '' },
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await provider.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
