import {
  type ApiClient,
  createApiClient,
  type NewProduct,
  type Role,
  type StaffRole,
  sandboxCardsPath,
} from '@redial/contract';
import { exampleFixtures, examplePush, examples } from '@redial/contract/openapi';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { createSandboxCards, type SandboxFaults } from '../src/adapters/card-payments/sandbox.ts';
import { requireImageName } from '../src/adapters/image-store/image-names.ts';
import { type AppOptions, buildApp } from '../src/app.ts';
import { jobHandlers } from '../src/background.ts';
import type { Database } from '../src/db/client.ts';
import { products, users } from '../src/db/schema/index.ts';
import type { Deps } from '../src/deps.ts';
import { parseListing } from '../src/features/selling/add-product.ts';
import { undeclaredErrorMessage } from '../src/platform/error-handler.ts';
import { newId } from '../src/platform/ids.ts';
import type { JobName } from '../src/platform/jobs.ts';
import { issueToken } from '../src/platform/tokens.ts';
import type { CardPayments } from '../src/ports/card-payments.ts';
import type { Identity, IdentityClaims } from '../src/ports/identity.ts';
import type { ImageHost, ImageStore } from '../src/ports/image-store.ts';
import type { Mail } from '../src/ports/mailer.ts';
import type { Payouts } from '../src/ports/payouts.ts';
import type { PushMessage, PushSender, PushTarget } from '../src/ports/push-sender.ts';
import type { Tracing } from '../src/ports/tracing.ts';
import type { Settings, TradeSettings } from '../src/settings.ts';
import { injectFetch } from './inject-fetch.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from './test-database.ts';

export const publicUrl = 'http://redial.test';

/** A user with a token. */
export interface TestUser extends IdentityClaims {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly token: string;
}

/** The defaults of the rules of trade. */
export const tradeSettings: TradeSettings = {
  sellerFeeBasisPoints: 500,
  payoutMinimumCents: 100,
  cancellationResponseHours: 48,
  handoverDays: 14,
  transitDays: 10,
  overdueDays: 5,
  inspectionHours: 96,
  meetingInspectionHours: 48,
  disputeResponseHours: 72,
  disputeDays: 60,
  returnShipmentDays: 7,
  returnConfirmationDays: 14,
};

/**
 * Creates the whole API on its own database, with the sandbox card provider and in-memory fakes.
 *
 * @param options.cardPayments another card provider; likewise for the other ports.
 * @param options.database a shared database, which the caller closes.
 */
export async function createTestApp(
  options: {
    settings?: Partial<Settings>;
    faults?: SandboxFaults;
    payments?: CardPayments;
    payouts?: Payouts;
    images?: ImageStore;
    imageHost?: ImageHost;
    identity?: Identity;
    push?: PushSender;
    database?: TestDatabase;
    log?: FastifyBaseLogger;
    tracing?: Tracing;
    replicas?: Deps['replicas'];
    revisions?: Deps['revisions'];
    /** Options of `buildApp`. */
    server?: AppOptions;
  } = {},
) {
  const database = options.database ?? (await createTestDatabase());
  const { db } = database;
  const { log = createTestLog() } = options;
  let now: Date | undefined;
  const clock = { now: () => now ?? new Date() };
  const settings: Settings = {
    publicUrl,
    webOrigins: [publicUrl],
    sessionSecret: 'a secret of the tests, long enough to sign with',
    previousSessionSecrets: [],
    imeiSecret: 'a secret of the tests for the numbers of devices',
    sellerRecordDays: 180,
    demo: true,
    requireVerifiedEmail: false,
    requireAdminTwoFactor: false,
    trade: tradeSettings,
    orderHoldHours: 24,
    offerReservationMinutes: 60,
    orderHoldMax: 10,
    holdListingsAbove: 60,
    supportRefundMaxCents: 100_00,
    rateLimitScale: 1000,
    trustedProxies: [],
    ...options.settings,
  };
  const cards = createSandboxCards({
    db,
    secret: 'webhook secret',
    webhookUrl: `${publicUrl}/webhooks/sandbox`,
    clock,
    log,
    fetch: (input, init) => injectFetch(server)(new Request(input, init)),
    ...(options.faults ? { faults: options.faults } : {}),
  });
  const sentMails: Mail[] = [];
  const sentPushes: (PushTarget & PushMessage)[] = [];
  const files = new Map<string, Buffer>();
  const deletedAccounts: string[] = [];
  const endedSessions = new Set<string>();
  /** Accounts whose sessions were ended, and those with an unverified address. */
  const endedAccounts: string[] = [];
  const unverifiedUids = new Set<string>();
  const triggeredJobs = new Set<JobName>();
  const deps: Deps = {
    db,
    replicas: options.replicas,
    revisions: options.revisions,
    log,
    clock,
    settings,
    cardPayments: options.payments ?? cards.cardPayments,
    payouts: options.payouts ?? cards.payouts,
    identity: options.identity ?? {
      clientConfig: { provider: 'embedded', google: true },
      verifyIdToken: async (token) => idTokens.get(token),
      isSessionActive: async ({ sessionId = '' }) => !endedSessions.has(sessionId),
      deleteAccount: async (uid) => void deletedAccounts.push(uid),
    },
    accounts: {
      isEmailVerified: async (uid) => !unverifiedUids.has(uid),
      endSessions: async (uid) => void endedAccounts.push(uid),
    },
    imageStore: options.images ?? {
      put: async (name, bytes) => {
        requireImageName(name);
        files.set(name, bytes);
      },
      get: async (name) => files.get(name),
      delete: async (name) => void files.delete(name),
    },
    imageHost: options.imageHost,
    mailer: { send: async (_id, mail) => void sentMails.push(mail) },
    push: options.push ?? {
      publicKey: examplePush.publicKey,
      accepts: (endpoint) => endpoint.startsWith('https://push.test/'),
      send: async (target, message) => {
        sentPushes.push({ ...target, ...message });
        return 'sent';
      },
    },
    tracing: options.tracing,
    jobs: { trigger: (name) => void triggeredJobs.add(name) },
  };
  const idTokens = new Map<string, IdentityClaims>();
  const server = await buildApp(deps, {
    providerRoutes: [cards.routes],
    // Tests share the event loop with the server: on a busy machine its delay says nothing.
    maxEventLoopDelayMs: 0,
    ...options.server,
  });
  const call: ApiClient = createApiClient({ baseUrl: publicUrl, fetch: injectFetch(server) });

  /** Creates an ID token; the user row is created with `createUser`. */
  function createIdentity(
    claims: Partial<IdentityClaims> = {},
  ): IdentityClaims & { idToken: string } {
    const uid = claims.uid ?? `uid-${newId()}`;
    const whole = {
      email: `${uid}@mail.com`,
      emailVerified: false,
      name: 'Rana',
      sessionId: newId(),
      authTime: Math.floor(clock.now().getTime() / 1000),
      ...claims,
      uid,
    };
    const idToken = `id.${uid}`;
    idTokens.set(idToken, whole);
    return { ...whole, idToken };
  }

  async function insertUser(
    role: Role,
    about: { name?: string; email?: string; staffRole?: StaffRole } = {},
  ) {
    const identity = createIdentity(about.email ? { email: about.email } : {});
    const { uid, email } = identity;
    const id = newId();
    const name = about.name ?? `A ${role}`;
    await db.insert(users).values({
      id,
      identityUid: uid,
      email,
      emailKey: email.toLowerCase(),
      name,
      role,
      staffRole: about.staffRole,
    });
    const token = await issueToken(deps, identity);
    return { ...identity, id, name, role, token } satisfies TestUser;
  }

  /** Inserts many people, who never sign in. @returns their ids. */
  async function insertPeople(role: Role, count: number): Promise<string[]> {
    const people = Array.from({ length: count }, () => newId());
    await db.execute(sql`
      insert into users (id, identity_uid, email, email_key, name, role)
      select id, id, id || '@people.example', id || '@people.example', 'Person ' || n, ${role}
      from unnest(${sql.param(people)}::uuid[]) with ordinality as people (id, n)`);
    return people;
  }

  async function insertProduct(
    seller: TestUser,
    about: Partial<typeof products.$inferInsert> = {},
  ): Promise<string> {
    const id = newId();
    await db.insert(products).values({
      id,
      sellerId: seller.id,
      ...parseListing({ ...exampleFixtures.product, resalePrice: 345 }, 2022),
      imageUrl: '/images/018f0000-0000-7000-8000-000000000000-960.jpg',
      ...about,
    });
    return id;
  }

  /** Pays as the card form does. @returns the provider's response. */
  async function pay(
    clientSecret: string,
    number = '4242424242424242',
  ): Promise<{ id: string; status?: string; error?: { code: string; message: string } }> {
    const intent = /^(.+?)_secret_/.exec(clientSecret)?.[1] ?? '';
    const post = async (path: string, body: object) =>
      (await server.inject({ method: 'POST', url: sandboxCardsPath + path, payload: body })).json();
    const card = await post('/payment-methods', {
      number,
      expMonth: 12,
      expYear: 2040,
      cvc: '123',
    });
    if (card.error) return card;
    return post(`/intents/${intent}/confirm`, { clientSecret, paymentMethodId: card.id });
  }

  /** A single connection: a job that needed two at once would wait for others that do, too. */
  let jobDb: Database | undefined;
  /** Runs triggered jobs, and the jobs that they trigger. */
  async function runJobs(...names: JobName[]): Promise<void> {
    for (const name of names) triggeredJobs.add(name);
    if (!options.database) jobDb ??= openTestPool(database.url, 1);
    const handlers = jobHandlers({ ...deps, db: jobDb ?? db });
    for (let name = [...triggeredJobs][0]; name; name = [...triggeredJobs][0]) {
      triggeredJobs.delete(name);
      await handlers[name]();
    }
  }

  return {
    database,
    server,
    settings,
    call,
    cards,
    db,
    deps,
    files,
    sentMails,
    sentPushes,
    deletedAccounts,
    endedSessions,
    endedAccounts,
    unverifiedUids,
    createIdentity,
    pay,
    insertUser,
    insertPeople,
    insertProduct,
    runJobs,
    setNow: (date: Date | undefined) => {
      now = date;
    },
    async close() {
      await cards.stop();
      await server.close();
      await jobDb?.$client.end();
      if (!options.database) await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/**
 * A log that discards everything but errors that an endpoint does not declare. These are printed,
 * which fails the test.
 */
export function createTestLog(): FastifyBaseLogger {
  const { log } = fastify({ logger: false });
  return Object.assign(log, {
    error: (details: unknown, message: unknown) => {
      // biome-ignore lint/suspicious/noConsole: printing fails the test
      if (message === undeclaredErrorMessage) console.error(message, details);
    },
  });
}

/** A valid request body for adding a product. */
export const newProductInput = (about: Partial<NewProduct> = {}): NewProduct => ({
  ...examples.addProduct.body,
  name: 'Galaxy S23 256 GB, Cream',
  img: `${publicUrl}/images/018f0000-0000-7000-8000-000000000000-960.jpg`,
  resalePrice: 389.5,
  number: '+1 202-555-0117',
  location: 'Porto, Portugal',
  purchaseDate: 2023,
  yearsOfUse: '2 years',
  category: 'Samsung',
  condition: 'excellent',
  description: 'Always in a case; the battery still gets through a day.',
  ...about,
});

/** Returns the value of a result, or fails the test with the error. */
export function unwrap<T>(
  result: { ok: true; value: T } | { ok: false; error: { code: string; message: string } },
): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

/** The error code of a result; `ok` for a success. */
export const resultCode = (
  result: { ok: true } | { ok: false; error: { code: string } },
): string => (result.ok ? 'ok' : result.error.code);
