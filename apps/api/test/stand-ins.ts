/** An outside provider that is played on loopback. */
export interface StandIn {
  /** With which Redial uses it. */
  readonly settings: Record<string, string>;
  /** Debian's packages without which it cannot be played. */
  readonly missing?: string;
  /** What a test may have it do. */
  readonly calls?: Record<string, (...args: never[]) => unknown>;
  close?(): Promise<unknown>;
}

/** @param redial where Redial will be. */
export async function openStandIn(name: string, redial: string): Promise<StandIn> {
  const open = standIns[name];
  if (!open) throw new Error(`nobody plays ${name}`);
  return open(redial);
}

/** What one needs is read by it alone: each runs in a process of its own. */
const standIns: Record<string, (redial: string) => Promise<StandIn>> = {
  stripe: async (redial) => {
    const { account, openStripe } = await import('../src/adapters/card-payments/stripe.fixture.ts');
    const { apiBase, close } = await openStripe({ webhookUrl: `${redial}/webhooks/stripe` });
    const settings = {
      STRIPE_SECRET_KEY: account.secretKey,
      STRIPE_PUBLISHABLE_KEY: account.publishableKey,
      STRIPE_WEBHOOK_SECRET: account.webhookSecret,
      STRIPE_API_BASE: apiBase,
    };
    return { settings, close };
  },
  'image-host': async () => {
    const { hostKey, openOutsideHost } = await import(
      '../src/adapters/image-host/outside.fixture.ts'
    );
    const { origin, fail, mend, close } = await openOutsideHost();
    const settings = { IMAGE_HOST_URL: origin, IMAGE_HOST_KEY: hostKey };
    return { settings, calls: { fail, mend }, close };
  },
  s3: async () => {
    const { bucket, openS3 } = await import('../src/adapters/image-store/s3.fixture.ts');
    const { endpoint, fail, mend, close } = await openS3();
    const settings = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY: bucket.accessKey,
      S3_SECRET_KEY: bucket.secretKey,
    };
    return { settings, calls: { fail, mend }, close };
  },
  mail: async () => {
    const { openSmtpServer } = await import('../src/adapters/mailer/smtp.fixture.ts');
    const { port, taken, close } = await openSmtpServer({
      user: 'redial',
      password: 'word',
      encrypts: true,
    });
    const settings = {
      SMTP_URL: `smtp://redial:word@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'no-reply@redial.test',
    };
    return { settings, calls: { taken: () => taken }, close };
  },
  google: async () => {
    const { missing, playGoogle } = await import('./google.ts');
    if (missing) return { settings: {}, missing };
    const { settings, misbehave, close } = await playGoogle();
    return { settings, calls: { misbehave }, close };
  },
  postgres: async () => {
    const { missing, startOutsidePostgres } = await import('./outside-postgres.ts');
    if (missing) return { settings: {}, missing };
    const { pooled, stopProxy, startProxy, close } = await startOutsidePostgres();
    return { settings: { DATABASE_URL: pooled }, calls: { stopProxy, startProxy }, close };
  },
  redis: async () => {
    const { missing, startRedis } = await import('./redis.ts');
    if (missing) return { settings: {}, missing };
    const redis = await startRedis();
    const { url, count, kill, start } = redis;
    return { settings: { REDIS_URL: url }, calls: { count, kill, start }, close: kill };
  },
};
