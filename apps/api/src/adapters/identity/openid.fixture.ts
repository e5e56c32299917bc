import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** What is not right about the next sign-in. */
export interface OpenIdFaults {
  /** Claims of the ID token in the place of the right ones. */
  readonly claims?: JWTPayload;
  /** The ID token is signed with a key that is not published, or not at all. */
  readonly signature?: 'strange' | 'none';
  /** What the token endpoint answers. */
  readonly token?: number | 'garbage' | 'silent';
  /** What its discovery document is. */
  readonly discovery?: number | 'garbage' | 'silent';
  /** The state that comes back. */
  readonly state?: string;
}

export const client = { clientId: 'redial', clientSecret: 'a secret of the client' };

/**
 * An OpenID provider on loopback that checks PKCE as Google does, and otherwise misbehaves as told.
 *
 * @param options.addresses those that people have for it, where they are others than its own.
 * @param options.asksWho a page asks people who they are; without it, they are known.
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
  let misdeed: OpenIdFaults = {};

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
      ...misdeed.claims,
    };
    if (misdeed.signature === 'none') return new UnsecuredJWT(claims).encode();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(misdeed.signature === 'strange' ? stranger.privateKey : privateKey);
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
      if (misdeed.discovery) return answerBadly(misdeed.discovery);
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
      back.searchParams.set('state', misdeed.state ?? query.get('state') ?? '');
      if (!options.showsAccountPage)
        return void response.writeHead(302, { location: back.href }).end();
      const link = back.href.replaceAll('&', '&amp;');
      response.setHeader('content-type', 'text/html');
      return void response.end(`<title>Google</title><a href="${link}">Nora</a>`);
    }
    if (!is(at.token)) return void send(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (misdeed.token) return answerBadly(misdeed.token);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    if (form.get('client_secret') !== client.clientSecret) {
      return void send(401, { error: 'invalid_client' });
    }
    const asked = codes.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!asked || challenge !== asked.challenge) return void send(400, { error: 'invalid_grant' });
    codes.delete(form.get('code') ?? '');
    send(200, {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: await idToken(asked.nonce),
    });
  }

  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void handle(request, response);
  const server = options.tls ? createTlsServer(options.tls, answer) : createServer(answer);
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
      misdeed = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
