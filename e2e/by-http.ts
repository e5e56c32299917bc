import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { signInAtProvider, signUpAtProvider } from './identity.ts';
import { someone } from './journeys.ts';

/** Somebody who acts by plain HTTP calls, to set a scene quickly. */
export interface Caller {
  readonly name: string;
  readonly email: string;
  /** Sends a call with the person's token, and answers its JSON. */
  call<T = Record<string, unknown>>(method: string, path: string, data?: object): Promise<T>;
}

/** Signs somebody new up by HTTP. */
export async function personByHttp(
  name: string,
  role: 'buyer' | 'seller',
  baseURL = address(),
): Promise<Caller> {
  const who = someone(name);
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  return exchange(http, await signUpAtProvider(http, who), who, role);
}

/** Signs a person of the demo in by HTTP. */
export async function signInByHttp(email: string): Promise<Caller> {
  const baseURL = address();
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const idToken = await signInAtProvider(http, email);
  return exchange(http, idToken, { name: email, email }, 'buyer');
}

/** Lists a phone of a new seller's, picture and all. */
export async function listPhone(
  seller: Caller & { upload(): Promise<string> },
  about: Record<string, unknown> = {},
): Promise<{ id: string; name: string; price: number }> {
  const name = `Phone ${Math.random().toString(36).slice(2, 9)}`;
  const product = {
    name,
    img: await seller.upload(),
    originalPrice: 799,
    resalePrice: 389,
    number: '+1 202-555-0142',
    location: 'Porto, Portugal',
    purchaseDate: 2023,
    yearsOfUse: '2 years',
    category: 'Samsung',
    condition: 'excellent',
    description: 'Always in a case, no scratches; the battery still gets through a long day.',
    ...about,
  };
  const { insertedId } = await seller.call<{ insertedId: string }>('POST', '/myproducts', product);
  return { id: insertedId, name: String(product.name), price: Number(product.resalePrice) };
}

/** A new seller who can upload pictures. */
export async function sellerByHttp(name = 'Rana', baseURL = address()) {
  const seller = await personByHttp(name, 'seller', baseURL);
  return { ...seller, upload: () => upload(seller) };
}

const photograph = new URL('./phone.jpg', import.meta.url);

async function upload(seller: Caller): Promise<string> {
  const answer = await seller.call<{ data: { url: string } }>('MULTIPART', '/1/upload', {
    image: { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await readFile(photograph) },
  });
  return answer.data.url;
}

async function exchange(
  http: APIRequestContext,
  idToken: string,
  who: { name: string; email: string },
  role: 'buyer' | 'seller',
): Promise<Caller> {
  const identity = { authorization: `Bearer ${idToken}` };
  const { token } = await json<{ token: string }>(
    http.post('/jwt', { data: { email: who.email }, headers: identity }),
  );
  await json(http.post('/users', { data: { ...who, role }, headers: identity }));
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...who,
    call: (method, path, data) =>
      method === 'MULTIPART'
        ? json(http.post(path, { headers, multipart: data as never }))
        : json(http.fetch(path, { method, headers, ...(data ? { data } : {}) })),
  };
}

async function json<T>(
  answer: Promise<{ ok(): boolean; json(): Promise<T>; url(): string; text(): Promise<string> }>,
) {
  const response = await answer;
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return response.json();
}

function address(): string {
  return `http://localhost:${process.env.E2E_PORT}`;
}
