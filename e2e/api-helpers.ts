import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { signInAtProvider, signUpAtProvider } from './identity-helpers.ts';
import { newUser } from './page-helpers.ts';
import { randomWord } from './random-word.ts';

/** A user who acts through the API, to create fixtures quickly. */
export interface ApiUser {
  readonly name: string;
  readonly email: string;
  /** Sends a request with the user's token. @returns the JSON response. */
  call<T = Record<string, unknown>>(method: string, path: string, data?: object): Promise<T>;
}

/** Signs up a new user through the API. */
export async function signUpByApi(
  name: string,
  role: 'buyer' | 'seller',
  baseURL = defaultBaseUrl(),
): Promise<ApiUser> {
  const user = newUser(name);
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  return exchangeIdToken(http, await signUpAtProvider(http, user), user, role);
}

/** Signs in a demo user through the API. */
export async function signInByApi(email: string, baseURL = defaultBaseUrl()): Promise<ApiUser> {
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const idToken = await signInAtProvider(http, email);
  return exchangeIdToken(http, idToken, { name: email, email }, 'buyer');
}

/** Adds a product with an image for the seller. */
export async function addProduct(
  seller: ApiUser & { upload(): Promise<string> },
  about: Record<string, unknown> = {},
): Promise<{ id: string; name: string; price: number }> {
  const name = `Phone ${randomWord()}`;
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

/** Signs up a seller, who can upload images. */
export async function signUpSellerByApi(name = 'Rana', baseURL = defaultBaseUrl()) {
  const seller = await signUpByApi(name, 'seller', baseURL);
  return withUpload(seller);
}

/** Lets a seller upload a photo, as `addProduct` does. */
export const withUpload = (seller: ApiUser) => ({ ...seller, upload: () => upload(seller) });

/**
 * Orders a phone of the seller and pays for it.
 *
 * @param options.card the sandbox's test card.
 * @param options.prepare changes the listing before it is ordered.
 * @param options.product a phone on offer, in place of a new one.
 * @returns the order's id.
 */
export async function payOrder(
  buyer: ApiUser,
  seller: ApiUser & { upload(): Promise<string> },
  options: {
    card?: string;
    prepare?: (productId: string) => Promise<unknown>;
    product?: { id: string; price: number };
  } = {},
): Promise<string> {
  const product = options.product ?? (await addProduct(seller));
  await options.prepare?.(product.id);
  const { insertedId: orderId } = await buyer.call<{ insertedId: string }>('POST', '/orders', {
    productId: product.id,
    phone: '+33 6 12 34 56 78',
    location: 'Gare de Lyon',
  });
  await payPlacedOrder(buyer, { orderId, price: product.price }, options.card);
  return orderId;
}

/** Pays an order that was placed. @param number the sandbox's test card. */
export async function payPlacedOrder(
  buyer: ApiUser,
  { orderId, price }: { orderId: string; price: number },
  number = '4242424242424242',
): Promise<void> {
  const asked = { price, orderId };
  const { clientSecret } = await buyer.call<{ clientSecret: string }>(
    'POST',
    '/create-payment-intent',
    asked,
  );
  const [transactionId] = clientSecret.split('_secret_');
  const card = {
    number,
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
  };
  const method = await buyer.call<{ id: string }>('POST', '/sandbox-cards/payment-methods', card);
  await buyer.call('POST', `/sandbox-cards/intents/${transactionId}/confirm`, {
    clientSecret,
    paymentMethodId: method.id,
  });
  const { email } = buyer;
  await buyer.call('POST', '/payments', { price, transactionId, email, orderId });
}

/** Hands the phone of an order over: each enters the code of the other. */
export async function handOver(orderId: string, buyer: ApiUser, seller: ApiUser): Promise<void> {
  for (const [own, other] of [
    [buyer, seller],
    [seller, buyer],
  ] as const) {
    const { code } = await other.call<{ code: string }>('GET', `/api/orders/${orderId}/handover`);
    await own.call('POST', `/api/orders/${orderId}/handover-confirmation`, { code });
  }
}

const photo = new URL('./phone.jpg', import.meta.url);

/** A request can meet a connection that the server closes just then, since it was unused for 5 s. */
const maxRetries = 2;

async function upload(seller: ApiUser): Promise<string> {
  const result = await seller.call<{ data: { url: string } }>('MULTIPART', '/1/upload', {
    image: { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo) },
  });
  return result.data.url;
}

async function exchangeIdToken(
  http: APIRequestContext,
  idToken: string,
  user: { name: string; email: string },
  role: 'buyer' | 'seller',
): Promise<ApiUser> {
  const identity = { authorization: `Bearer ${idToken}` };
  const { token } = await expectJson<{ token: string }>(
    http.post('/jwt', { data: { email: user.email }, headers: identity }),
  );
  await expectJson(http.post('/users', { data: { ...user, role }, headers: identity }));
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...user,
    call: (method, path, data) =>
      method === 'MULTIPART'
        ? expectJson(http.post(path, { headers, multipart: data as never, maxRetries }))
        : expectJson(http.fetch(path, { method, headers, maxRetries, ...(data ? { data } : {}) })),
  };
}

async function expectJson<T>(
  pending: Promise<{ ok(): boolean; json(): Promise<T>; url(): string; text(): Promise<string> }>,
) {
  const response = await pending;
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return response.json();
}

function defaultBaseUrl(): string {
  return `http://localhost:${process.env.E2E_PORT}`;
}

/** An IMEI of a test device that was not used before. */
export function testImei(): string {
  const body = `001017${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const sum = [...body].reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + ((10 - (sum % 10)) % 10);
}
