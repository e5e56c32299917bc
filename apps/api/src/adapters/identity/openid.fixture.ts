import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** What is not right about the next sign-in. */
export interface Misdeed {
  /** Claims of the ID token in the place of the right ones. */
  readonly claims?: JWTPayload;
  /** The ID token is signed with a key that is not published, or not at all. */
  readonly signature?: 'strange' | 'none';
  /** What the token endpoint answers. */
  readonly token?: number | 'garbage' | 'silent';
  /** The state that comes back. */
  readonly state?: string;
}

export const client = { clientId: 'redial', clientSecret: 'a secret of the client' };

/** An OpenID provider on loopback that checks PKCE as Google does, and otherwise misbehaves as told. */
export async function openProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { nonce: string; challenge: string }>();
  let misdeed: Misdeed = {};

  async function idToken(nonce: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
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
    const { pathname, searchParams: query } = new URL(request.url ?? '', issuer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') {
      return void send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/me`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (pathname === '/keys') return void send(200, { keys: [jwk] });
    if (pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
      });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', misdeed.state ?? query.get('state') ?? '');
      return void response.writeHead(302, { location: back.href }).end();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (misdeed.token === 'silent') return;
    if (misdeed.token === 'garbage') return void response.end('<html>Bad gateway</html>');
    if (misdeed.token) return void send(misdeed.token, { error: 'server_error' });
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
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

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    misbehave: (next: Misdeed) => {
      misdeed = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
