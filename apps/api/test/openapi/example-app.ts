import { buildPath, createPaymentIntent, type Endpoint, placeOrder } from '@redial/contract';
import { type AnyEndpointExample, exampleFixtures } from '@redial/contract/openapi';
import { images, products, users } from '../../src/db/schema/index.ts';
import { issueToken } from '../../src/platform/tokens.ts';
import type { Settings } from '../../src/settings.ts';
import { createTestApp, unwrap } from '../test-app.ts';

const { admin, buyer, seller, product, productDetails, order } = exampleFixtures;

/** A request that differs from the example's where a test says so. */
export interface RequestOverrides {
  /** Bearer token to send. */
  readonly token?: string | undefined;
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The people and the phone of the document's examples in a database of their own. */
export async function createExampleApp(settings: Partial<Settings> = {}) {
  let cardFault: () => void = () => undefined;
  const app = await createTestApp({
    settings: { publicUrl: 'http://localhost:3000', ...settings },
    faults: () => cardFault(),
  });

  async function person(
    role: 'buyer' | 'seller' | 'admin',
    about: { _id: string; email: string; name?: string; varified?: boolean },
  ) {
    const { uid, email, idToken } = app.createIdentity({ email: about.email });
    await app.db.insert(users).values({
      id: about._id,
      identityUid: uid,
      email,
      emailKey: email,
      name: about.name ?? 'Ada Admin',
      role,
      verified: about.varified ?? false,
      createdAt: new Date(productDetails.sellerSince),
    });
    return { token: await issueToken(app.deps, { uid, email }), idToken };
  }

  const people = {
    admin: await person('admin', admin),
    seller: await person('seller', seller),
    buyer: await person('buyer', buyer),
  };

  async function phone(id: string = product._id): Promise<string> {
    await app.db.insert(products).values({
      id,
      sellerId: seller._id,
      name: product.name,
      description: product.description,
      category: product.category,
      condition: product.condition,
      imageUrl: new URL(product.img).pathname,
      originalPriceCents: product.originalPrice * 100,
      resalePriceCents: product.resalePrice * 100,
      sellerPhone: product.number,
      location: product.location,
      purchaseYear: product.purchaseDate,
      yearsOfUse: product.yearsOfUse,
      advertised: product.advertised,
      postedAt: new Date(product.postDate),
    });
    return id;
  }
  await phone();
  const picture = /images\/([\da-f-]{36})-/.exec(product.img)?.[1] ?? '';
  await app.db
    .insert(images)
    .values({ id: picture, uploadedBy: seller._id, width: 960, height: 960 });

  return {
    ...app,
    ...people,
    phone,
    /** What happens to every call to the card provider from now on. */
    cardsAre: (fault: () => void) => {
      cardFault = fault;
    },
    /** The buyer orders a phone: the order's id. */
    async ordered(productId: string = product._id): Promise<string> {
      const body = { productId, phone: order.phone, location: order.location };
      const { token } = people.buyer;
      return unwrap(await app.call(placeOrder, { body, token })).insertedId;
    },
    /** What the card form pays an order with. */
    async clientSecret(orderId: string): Promise<string> {
      const body = { price: order.price, orderId };
      const { token } = people.buyer;
      return unwrap(await app.call(createPaymentIntent, { body, token })).clientSecret;
    },
  };
}

export type ExampleApp = Awaited<ReturnType<typeof createExampleApp>>;

/** Sends an example's request, with what is changed of it. */
export function sendExample(
  { server }: Pick<ExampleApp, 'server'>,
  call: Endpoint,
  example: AnyEndpointExample,
  change: RequestOverrides = {},
) {
  const { token, params = example.params, query = example.query, body = example.body } = change;
  return server.inject({
    method: call.method,
    url: buildPath(call, { ...params }, { ...query }),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...change.headers,
    },
    ...(body === undefined ? {} : { payload: body as object | string | Buffer }),
  });
}

/** A picture as a browser's form sends it. */
export async function toMultipart(
  file: Buffer,
  field = 'image',
): Promise<Pick<RequestOverrides, 'body' | 'headers'>> {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  };
}
