import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** Faults of the next sign-in. */
export interface OpenIdFaults {
  /** Overrides claims of the ID token. */
  readonly claims?: JWTPayload;
  /** Signs the ID token with an unpublished key, or not at all. */
  readonly signature?: 'strange' | 'none';
  /** Overrides the response of the token endpoint. */
  readonly token?: number | 'garbage' | 'silent';
  /** Overrides the response of the discovery endpoint. */
  readonly discovery?: number | 'garbage' | 'silent';
  /** Overrides the returned state. */
  readonly state?: string;
}

export const client = { clientId: 'redial', clientSecret: 'a secret of the client' };

/**
 * A fake OpenID provider on the loopback interface that checks PKCE like Google and has
 * configurable faults.
 *
 * @param options.addresses public URLs, if they differ from its own.
 * @param options.showsAccountPage shows a page for picking an account; otherwise the user is signed
 *   in already.
 */
export async function startFakeOpenIdProvider(
  options: {
    addresses?: { issuer: string; authorize: string; token: string; keys: string };
    tls?: { key: Buffer; cert: Buffer };
    showsAccountPage?: boolean;
  } = {},
) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { nonce: string; challenge: string }>();
  let faults: OpenIdFaults = {};

  async function idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: at.issuer,
      aud: client.clientId,
      sub: 'uid-at-google',
      iat: now,
      exp: now + 600,
      nonce,
      email: 'nora@gmail.com',
      email_verified: true,
      name: 'Nora',
      ...faults.claims,
    };
    if (faults.signature === 'none') return new UnsecuredJWT(claims).encode();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(faults.signature === 'strange' ? stranger.privateKey : privateKey);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', at.issuer);
    const is = (address: string) => new URL(address).pathname === pathname;
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const answerBadly = (fault: number | 'garbage' | 'silent') => {
      if (fault === 'garbage') response.end('<html>Bad gateway</html>');
      else if (fault !== 'silent') send(fault, { error: 'server_error' });
    };
    if (pathname === '/.well-known/openid-configuration') {
      if (faults.discovery) return answerBadly(faults.discovery);
      return void send(200, {
        issuer: at.issuer,
        authorization_endpoint: at.authorize,
        token_endpoint: at.token,
        jwks_uri: at.keys,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (is(at.keys)) return void send(200, { keys: [jwk] });
    if (is(at.authorize)) {
      const code = randomUUID();
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
      });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', faults.state ?? query.get('state') ?? '');
      if (!options.showsAccountPage)
        return void response.writeHead(302, { location: back.href }).end();
      const link = back.href.replaceAll('&', '&amp;');
      response.setHeader('content-type', 'text/html');
      return void response.end(`<title>Google</title><a href="${link}">Nora</a>`);
    }
    if (!is(at.token)) return void send(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (faults.token) return answerBadly(faults.token);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    if (form.get('client_secret') !== client.clientSecret) {
      return void send(401, { error: 'invalid_client' });
    }
    const authorization = codes.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!authorization || challenge !== authorization.challenge)
      return void send(400, { error: 'invalid_grant' });
    codes.delete(form.get('code') ?? '');
    send(200, {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: await idToken(authorization.nonce),
    });
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response);
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const own = `http://127.0.0.1:${port}`;
  const at = options.addresses ?? {
    issuer: own,
    authorize: `${own}/authorize`,
    token: `${own}/token`,
    keys: `${own}/keys`,
  };
  return {
    issuer: at.issuer,
    port,
    setFaults: (next: OpenIdFaults) => {
      faults = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
