import { setTimeout as sleep } from 'node:timers/promises';
import {
  createApiClient,
  createUser,
  type Endpoint,
  exchangeToken,
  parseApiError,
  type SignUpRole,
  uploadImage,
} from '@redial/contract';
import type { Fact, Journal } from './journal.ts';

/** A user with a token. */
export interface Trader {
  readonly id: string;
  readonly email: string;
  readonly role: SignUpRole;
  token: string;
}

/** Responses that are not acknowledgements, by kind. */
export interface ResponseCounts {
  /** Refused with an error that the endpoint declares. */
  refused: number;
  /** 503: the database or the card provider was unavailable. */
  unavailable: number;
  /** The connection broke before the response. */
  disconnected: number;
  /** Responses that must not occur: undeclared errors, 5xx, timeouts. */
  readonly unexpected: string[];
}

/** Milliseconds after which a request counts as hanging. */
const timeoutMs = 60_000;
const password = 'Redial#2021';

type Write<T> = (value: T) => Fact | readonly Fact[];

/** An HTTP client that records acknowledged writes. */
export function createRecordingClient({ address, journal }: { address: string; journal: Journal }) {
  const counts: ResponseCounts = { refused: 0, unavailable: 0, disconnected: 0, unexpected: [] };
  const call = createApiClient({ baseUrl: address, fetch: (request) => fetch(request) });

  /** @returns the value if the request was acknowledged. */
  async function request<E extends Endpoint>(
    endpoint: E,
    input: Parameters<typeof call<E>>[1],
    facts?: Write<Extract<Awaited<ReturnType<typeof call<E>>>, { ok: true }>['value']>,
  ) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const result = await call(endpoint, { ...input, signal });
    if (result.ok) {
      for (const fact of facts ? [facts(result.value)].flat() : []) journal.add(fact, startedAt);
      return result.value;
    }
    await classifyFailure(endpoint, result.error, signal.aborted);
    return undefined;
  }

  async function classifyFailure(
    endpoint: Endpoint,
    { code, status }: { code: string; status: number },
    timedOut: boolean,
  ): Promise<void> {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (timedOut) counts.unexpected.push(`${name} timed out after ${timeoutMs / 1000} s`);
    else if (status === 503) counts.unavailable++;
    else if (code === 'network.failed' && status === 0) counts.disconnected++;
    else if (code !== 'server.internal' && code !== 'network.failed') {
      counts.refused++;
      return;
    } else counts.unexpected.push(`${name} returned ${status} ${code}`);
    await sleep(30);
  }

  /** A request outside the contract. @returns its JSON if the status is 2xx. */
  async function requestJson(
    path: string,
    init: { body?: object; token?: string } = {},
  ): Promise<Record<string, unknown> | undefined> {
    try {
      const response = await fetch(address + path, {
        method: init.body ? 'POST' : 'GET',
        headers: {
          ...(init.body ? { 'content-type': 'application/json' } : {}),
          ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
        },
        ...(init.body ? { body: JSON.stringify(init.body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      // A load balancer's 503 is no JSON.
      const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
      if (response.ok) return body;
      if (response.status === 503) counts.unavailable++;
      else if (response.status < 500) counts.refused++;
      else counts.unexpected.push(`${path} returned ${response.status} ${JSON.stringify(body)}`);
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      if (timedOut) counts.unexpected.push(`${path} timed out after ${timeoutMs / 1000} s`);
      else counts.disconnected++;
      await sleep(30);
    }
    return undefined;
  }

  async function signUp(name: string, role: SignUpRole): Promise<Trader | undefined> {
    const email = `${name}@mail.com`;
    const startedAt = performance.now();
    const account = await requestJson('/identity/sign-up/email', {
      body: { name, email, password },
    });
    const session = account?.token;
    const uid = (account?.user as { id?: string } | undefined)?.id;
    if (typeof session !== 'string' || uid === undefined) return undefined;
    journal.add({ kind: 'identity', uid }, startedAt);
    const idToken = (await requestJson('/identity/token', { token: session }))?.token;
    if (typeof idToken !== 'string') return undefined;
    const made = await request(
      createUser,
      { body: { name, email, role }, token: idToken },
      ({ insertedId: id }) => ({ kind: 'user', id, uid }),
    );
    const exchanged = await request(exchangeToken, { body: { email }, token: idToken });
    if (!made || !exchanged) return undefined;
    return { id: made.insertedId, email, role, token: exchanged.token };
  }

  /** Signs in again, for a new session and token. */
  async function signIn(user: Trader): Promise<Trader | undefined> {
    const { email } = user;
    const session = (await requestJson('/identity/sign-in/email', { body: { email, password } }))
      ?.token;
    if (typeof session !== 'string') return undefined;
    const idToken = (await requestJson('/identity/token', { token: session }))?.token;
    if (typeof idToken !== 'string') return undefined;
    const exchanged = await request(exchangeToken, { body: { email }, token: idToken });
    return exchanged && { ...user, token: exchanged.token };
  }

  /** @returns the image URL. */
  async function uploadImageFile(seller: Trader, picture: Blob): Promise<string | undefined> {
    const startedAt = performance.now();
    const form = new FormData();
    form.append('image', picture, 'phone.jpg');
    try {
      const response = await fetch(address + uploadImage.path, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${seller.token}` },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = (await response.json().catch(() => ({}))) as { data: { url: string } };
      if (!response.ok) {
        await classifyFailure(uploadImage, parseApiError(body, response.status), false);
        return undefined;
      }
      const url = body.data.url;
      journal.add({ kind: 'image', id: imageIdOf(url) }, startedAt);
      return url;
    } catch {
      counts.disconnected++;
      await sleep(30);
      return undefined;
    }
  }

  return { counts, request, requestJson, signIn, signUp, uploadImageFile };
}

export type RecordingClient = ReturnType<typeof createRecordingClient>;

const imageIdOf = (url: string): string => /\/images\/([0-9a-f-]{36})-/.exec(url)?.[1] ?? '';
