import { setTimeout as sleep } from 'node:timers/promises';
import {
  createClient,
  createUser,
  type Endpoint,
  errorsOf,
  exchangeToken,
  problemOf,
  type SignUpRole,
  uploadImage,
} from '@redial/contract';
import type { Fact, Journal } from './journal.ts';

/** Somebody who trades, with a token. */
export interface Trader {
  readonly id: string;
  readonly email: string;
  readonly role: SignUpRole;
  token: string;
}

/** How requests were answered, beside what was acknowledged. */
export interface Answers {
  /** Refused for a reason that the call declares. */
  refused: number;
  /** 503: the database or the card provider was not to be reached. */
  busy: number;
  /** The connection broke before an answer. */
  cut: number;
  /** Answers that must not be: undeclared refusals, failures of the server, silence. */
  readonly wrong: string[];
}

/** Milliseconds after which a request counts as hanging. */
const patience = 60_000;
const password = 'Redial#2021';

type Write<T> = (value: T) => Fact | readonly Fact[];

/** Calls over HTTP that write down what they were promised. */
export function createCallers({ address, journal }: { address: string; journal: Journal }) {
  const answers: Answers = { refused: 0, busy: 0, cut: 0, wrong: [] };
  const call = createClient({ baseUrl: address, fetch: (request) => fetch(request) });

  /** The value where the call was acknowledged. */
  async function ask<E extends Endpoint>(
    endpoint: E,
    input: Parameters<typeof call<E>>[1],
    facts?: Write<Extract<Awaited<ReturnType<typeof call<E>>>, { ok: true }>['value']>,
  ) {
    const begun = performance.now();
    const signal = AbortSignal.timeout(patience);
    const result = await call(endpoint, { ...input, signal });
    if (result.ok) {
      for (const fact of facts ? [facts(result.value)].flat() : []) journal.add(fact, begun);
      return result.value;
    }
    await judge(endpoint, result.problem, signal.aborted);
    return undefined;
  }

  async function judge(
    endpoint: Endpoint,
    { code, status }: { code: string; status: number },
    late: boolean,
  ): Promise<void> {
    const name = `${endpoint.method} ${endpoint.path}`;
    if (late) answers.wrong.push(`${name} did not answer in ${patience / 1000} s`);
    else if (status === 503) answers.busy++;
    else if (code === 'network.failed' && status === 0) answers.cut++;
    else if (code !== 'server.failed' && errorsOf(endpoint).some((known) => known === code)) {
      answers.refused++;
      return;
    } else answers.wrong.push(`${name} answered ${status} ${code}`);
    await sleep(30);
  }

  /** A call that is not the marketplace's own; its JSON where the status is 200. */
  async function plain(
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
        signal: AbortSignal.timeout(patience),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (response.ok) return body;
      if (response.status === 503) answers.busy++;
      else if (response.status < 500) answers.refused++;
      else answers.wrong.push(`${path} answered ${response.status} ${JSON.stringify(body)}`);
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError';
      if (late) answers.wrong.push(`${path} did not answer in ${patience / 1000} s`);
      else answers.cut++;
      await sleep(30);
    }
    return undefined;
  }

  async function signUp(name: string, role: SignUpRole): Promise<Trader | undefined> {
    const email = `${name}@mail.com`;
    const begun = performance.now();
    const account = await plain('/identity/sign-up/email', { body: { name, email, password } });
    const session = account?.token;
    const uid = (account?.user as { id?: string } | undefined)?.id;
    if (typeof session !== 'string' || uid === undefined) return undefined;
    journal.add({ kind: 'identity', uid }, begun);
    const idToken = (await plain('/identity/token', { token: session }))?.token;
    if (typeof idToken !== 'string') return undefined;
    const made = await ask(
      createUser,
      { body: { name, email, role }, token: idToken },
      ({ insertedId: id }) => ({ kind: 'person', id, uid }),
    );
    const exchanged = await ask(exchangeToken, { body: { email }, token: idToken });
    if (!made || !exchanged) return undefined;
    return { id: made.insertedId, email, role, token: exchanged.token };
  }

  /** @returns the picture's address. */
  async function upload(seller: Trader, picture: Blob): Promise<string | undefined> {
    const begun = performance.now();
    const form = new FormData();
    form.append('image', picture, 'phone.jpg');
    try {
      const response = await fetch(address + uploadImage.path, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${seller.token}` },
        signal: AbortSignal.timeout(patience),
      });
      const answer = (await response.json()) as { data: { url: string } };
      if (!response.ok) {
        await judge(uploadImage, problemOf(answer, response.status), false);
        return undefined;
      }
      const url = answer.data.url;
      journal.add({ kind: 'picture', id: pictureId(url) }, begun);
      return url;
    } catch {
      answers.cut++;
      await sleep(30);
      return undefined;
    }
  }

  return { answers, ask, plain, signUp, upload };
}

export type Callers = ReturnType<typeof createCallers>;

const pictureId = (url: string): string => /\/images\/([0-9a-f-]{36})-/.exec(url)?.[1] ?? '';
