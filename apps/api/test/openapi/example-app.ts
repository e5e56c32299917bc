import { buildPath, createPaymentIntent, type Endpoint, placeOrder } from '@redial/contract';
import { type AnyEndpointExample, exampleFixtures } from '@redial/contract/openapi';
import { images, products, users } from '../../src/db/schema/index.ts';
import { parseListing } from '../../src/features/selling/add-product.ts';
import { locationColumns } from '../../src/features/selling/locate-listings.ts';
import { issueToken } from '../../src/platform/tokens.ts';
import type { Settings } from '../../src/settings.ts';
import { createTestApp, unwrap } from '../test-app.ts';

const { admin, buyer, seller, product, productDetails, order } = exampleFixtures;

/** Differences between a test's request and the request of the example. */
export interface RequestOverrides {
  /** Bearer token to send. */
  readonly token?: string | undefined;
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Creates a test app whose database contains the records of the OpenAPI examples. */
export async function createExampleApp(settings: Partial<Settings> = {}) {
  let cardFault: () => void = () => undefined;
  const app = await createTestApp({
    settings: { publicUrl: 'http://localhost:3000', ...settings },
    faults: () => cardFault(),
  });

  async function insertExampleUser(
    role: 'buyer' | 'seller' | 'admin',
    fixture: { _id: string; email: string; name?: string; varified?: boolean },
  ) {
    const identity = app.createIdentity({ email: fixture.email });
    const { uid, email, idToken } = identity;
    await app.db.insert(users).values({
      id: fixture._id,
      identityUid: uid,
      email,
      emailKey: email,
      name: fixture.name ?? 'Ada Admin',
      role,
      verified: fixture.varified ?? false,
      createdAt: new Date(productDetails.sellerSince),
    });
    return { token: await issueToken(app.deps, identity), idToken };
  }

  const exampleUsers = {
    admin: await insertExampleUser('admin', admin),
    seller: await insertExampleUser('seller', seller),
    buyer: await insertExampleUser('buyer', buyer),
  };

  async function insertExampleProduct(id: string = product._id): Promise<string> {
    await app.db.insert(products).values({
      id,
      sellerId: seller._id,
      ...parseListing(product, product.purchaseDate),
      ...(await locationColumns(app.db, product.location)),
      imageUrl: new URL(product.img).pathname,
      advertised: product.advertised,
      postedAt: new Date(product.postDate),
    });
    return id;
  }
  await insertExampleProduct();
  const imageId = /images\/([\da-f-]{36})-/.exec(product.img)?.[1] ?? '';
  await app.db
    .insert(images)
    .values({ id: imageId, uploadedBy: seller._id, width: 960, height: 960 });

  return {
    ...app,
    ...exampleUsers,
    insertExampleProduct,
    /** Runs a function, which may throw, at every request to the card provider. */
    setCardFault: (fault: () => void) => {
      cardFault = fault;
    },
    /** Places an order of the buyer. @returns the order's id. */
    async placeExampleOrder(productId: string = product._id): Promise<string> {
      const body = { productId, phone: order.phone, location: order.location };
      const { token } = exampleUsers.buyer;
      return unwrap(await app.call(placeOrder, { body, token })).insertedId;
    },
    /** Creates the payment intent of an order. @returns its client secret. */
    async createClientSecret(orderId: string): Promise<string> {
      const body = { price: order.price, orderId };
      const { token } = exampleUsers.buyer;
      return unwrap(await app.call(createPaymentIntent, { body, token })).clientSecret;
    },
  };
}

export type ExampleApp = Awaited<ReturnType<typeof createExampleApp>>;

/** Sends the request of an example with overrides. */
export function sendExample(
  { server }: Pick<ExampleApp, 'server'>,
  endpoint: Endpoint,
  example: AnyEndpointExample,
  overrides: RequestOverrides = {},
) {
  const { token, params = example.params, query = example.query, body = example.body } = overrides;
  return server.inject({
    method: endpoint.method,
    url: buildPath(endpoint, { ...params }, { ...query }),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...overrides.headers,
    },
    ...(body === undefined ? {} : { payload: body as object | string | Buffer }),
  });
}

/** Encodes an image upload as a browser form does. */
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
