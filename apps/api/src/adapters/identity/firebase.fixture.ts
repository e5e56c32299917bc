import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportPKCS8, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';

export const project = {
  projectId: 'redial-12ab3',
  apiKey: 'AIzaSy-redial',
  authDomain: 'redial-12ab3.firebaseapp.com',
};
const issuer = `https://securetoken.google.com/${project.projectId}`;

interface Account {
  readonly localId: string;
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  emailVerified?: boolean;
  /** Refresh tokens issued before are revoked; in Unix seconds. */
  validSince?: string;
}

/** A fault of the next request: a status, an HTML page, or no response. */
type Fault = number | 'garbage' | 'silent';

/**
 * Fakes Google's services on the loopback interface: the published keys, the account service, and
 * the token service for service accounts. Administration of accounts requires an access token, as at
 * Firebase.
 */
export async function startFakeFirebase() {
  const accounts = new Map<string, Account>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const robot = await generateKeyPair('RS256', { extractable: true });
  const accessToken = randomBytes(16).toString('hex');
  let key = await newKey();
  let published = [key];

  async function newKey() {
    const pair = await generateKeyPair('RS256');
    const kid = randomUUID();
    return {
      kid,
      ...pair,
      jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' },
    };
  }

  /** An ID token in Firebase's format, with changed claims. */
  function sign(claims: JWTPayload = {}, by = key): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const { sub = 'uid-1' } = claims;
    return new SignJWT({
      iss: issuer,
      aud: project.projectId,
      iat: now,
      exp: now + 3600,
      auth_time: now,
      sub,
      user_id: sub,
      email: 'rana@mail.com',
      email_verified: false,
      firebase: { identities: {}, sign_in_provider: 'password' },
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: by.kid, typ: 'JWT' })
      .sign(by.privateKey);
  }

  async function respond(path: string, body: string, { headers }: IncomingMessage) {
    if (path === '/keys') return { keys: published.map(({ jwk }) => jwk) };
    if (path === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? '';
      await jwtVerify(assertion, robot.publicKey, {
        issuer: 'robot@redial.test',
        audience: tokens,
      });
      return { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' };
    }
    if (path === `/v1/projects?key=${project.apiKey}`) {
      return { projectId: '123', authorizedDomains: ['localhost', 'redial.test'] };
    }
    if (path.startsWith('/v1/projects?'))
      throw new Error('API key not valid. Please pass a valid API key.');
    const request = JSON.parse(body) as { localId?: string | string[]; validSince?: string };
    const action = path.split(`/v1/projects/${project.projectId}/accounts:`)[1];
    if (!action) throw new Error('NOT_FOUND');
    if (headers.authorization !== `Bearer ${accessToken}`) throw new Error('CREDENTIALS_MISSING');
    const found = [...accounts.values()].filter(({ localId }) =>
      [request.localId].flat().includes(localId),
    );
    // Without a match the response has no `users`.
    if (action === 'lookup') return found.length > 0 ? { users: found } : {};
    const [account] = found;
    if (!account) throw new Error('USER_NOT_FOUND');
    if (action === 'delete') accounts.delete(account.email);
    else if (action === 'update' && request.validSince) account.validSince = request.validSince;
    else throw new Error('NOT_FOUND');
    return { localId: account.localId };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    requests.push(path);
    const fault = faults.shift();
    if (fault === 'silent') return;
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (fault === 'garbage') return void response.end('<html>Bad gateway</html>');
    if (fault !== undefined) return void send(fault, { error: { message: 'INTERNAL' } });
    try {
      send(200, await respond(path, Buffer.concat(chunks).toString('utf8'), request));
    } catch (error) {
      send(400, { error: { code: 400, message: (error as Error).message } });
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = `${origin}/token`;

  return {
    hosts: { keys: `${origin}/keys`, accounts: origin, tokens },
    serviceAccount: { email: 'robot@redial.test', privateKey: await exportPKCS8(robot.privateKey) },
    requests,
    fail: (...next: Fault[]) => void faults.push(...next),
    sign,
    /** Signs further tokens with a new key; the old key stays published. */
    async rotate() {
      key = await newKey();
      published = [...published, key];
    },
    /** Creates a key that is not published. */
    createUnpublishedKey: newKey,
    /** What a browser does through Firebase's SDK. */
    async signUp({ name, email, password }: { name: string; email: string; password: string }) {
      const account: Account = { localId: randomUUID(), email, password, displayName: name };
      accounts.set(email, account);
      return sign({ sub: account.localId, email, name });
    },
    /** What the user's click on the link in the verification mail does. */
    verifyEmail: (email: string) =>
      void Object.assign(accounts.get(email) ?? {}, { emailVerified: true }),
    validSince: (email: string) => accounts.get(email)?.validSince,
    async signIn({ email, password }: { email: string; password: string }) {
      const account = accounts.get(email);
      if (account?.password !== password) return undefined;
      return sign({ sub: account.localId, email, name: account.displayName });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
