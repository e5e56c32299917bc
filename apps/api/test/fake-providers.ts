/** A fake of an external provider on loopback. */
export interface FakeProvider {
  /** Settings with which Redial uses it. */
  readonly settings: Record<string, string>;
  /** Missing Debian packages without which it cannot run. */
  readonly missingPackages?: string;
  /** Commands that a test can send. */
  readonly commands?: Record<string, (...args: never[]) => unknown>;
  close?(): Promise<unknown>;
}

/** @param redial the URL at which Redial will be reachable. */
export async function startFakeProvider(name: string, redial: string): Promise<FakeProvider> {
  const open = fakeProviders[name];
  if (!open) throw new Error(`nobody plays ${name}`);
  return open(redial);
}

/** Imported on demand, because each runs in a separate process. */
const fakeProviders: Record<string, (redial: string) => Promise<FakeProvider>> = {
  stripe: async (redial) => {
    const { account, startFakeStripe } = await import(
      '../src/adapters/card-payments/stripe.fixture.ts'
    );
    const { apiBase, close } = await startFakeStripe({ webhookUrl: `${redial}/webhooks/stripe` });
    const settings = {
      CARD_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: account.secretKey,
      STRIPE_PUBLISHABLE_KEY: account.publishableKey,
      STRIPE_WEBHOOK_SECRET: account.webhookSecret,
      STRIPE_API_BASE: apiBase,
    };
    return { settings, close };
  },
  'image-host': async () => {
    const { hostKey, startFakeImageHost } = await import(
      '../src/adapters/image-host/external.fixture.ts'
    );
    const { origin, fail, clearFaults, close } = await startFakeImageHost();
    const settings = { IMAGE_HOST: 'external', IMAGE_HOST_URL: origin, IMAGE_HOST_KEY: hostKey };
    return { settings, commands: { fail, clearFaults }, close };
  },
  s3: async () => {
    const { bucket, startFakeS3 } = await import('../src/adapters/image-store/s3.fixture.ts');
    const { endpoint, fail, clearFaults, close } = await startFakeS3();
    const settings = {
      IMAGE_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY: bucket.accessKey,
      S3_SECRET_KEY: bucket.secretKey,
    };
    return { settings, commands: { fail, clearFaults }, close };
  },
  mail: async () => {
    const { startFakeSmtpServer } = await import('../src/adapters/mailer/smtp.fixture.ts');
    const { port, received, close } = await startFakeSmtpServer({
      user: 'redial',
      password: 'word',
      encrypts: true,
    });
    const settings = {
      MAILER: 'smtp',
      SMTP_URL: `smtp://redial:word@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'no-reply@redial.test',
    };
    return { settings, commands: { taken: () => received }, close };
  },
  'mail-and-verified-addresses': async (redial) => {
    const mail = await startFakeProvider('mail', redial);
    return { ...mail, settings: { ...mail.settings, REQUIRE_VERIFIED_EMAIL: 'on' } };
  },
  google: async () => {
    const { missingPackages, startFakeGoogle } = await import('./fake-google.ts');
    if (missingPackages) return { settings: {}, missingPackages };
    const { settings, misbehave, close } = await startFakeGoogle();
    return { settings, commands: { misbehave }, close };
  },
  postgres: async () => {
    const { missingPackages, startExternalPostgres } = await import('./external-postgres.ts');
    if (missingPackages) return { settings: {}, missingPackages };
    const { pooled, stopProxy, startProxy, close } = await startExternalPostgres();
    return { settings: { DATABASE_URL: pooled }, commands: { stopProxy, startProxy }, close };
  },
  redis: async () => {
    const { missingPackages, startRedis } = await import('./redis-server.ts');
    if (missingPackages) return { settings: {}, missingPackages };
    const redis = await startRedis();
    const { url, setRateCounts, kill, start } = redis;
    return {
      settings: { RATE_LIMIT_STORE: 'redis', REDIS_URL: url },
      commands: { setRateCounts, kill, start },
      close: kill,
    };
  },
};
