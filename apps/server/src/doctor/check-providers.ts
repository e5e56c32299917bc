import { createRedisStore, type RedisAddress } from '@redial/api';
import { createFirebaseIdentity } from '@redial/api/adapters';
import type { Config } from '../config.ts';
import { openMailer } from '../providers/mailer.ts';
import { checkGoogle } from './check-google.ts';
import { checkPush } from './check-push.ts';
import { describeError, type Finding, failed, ok } from './finding.ts';

const unreachable = 'allow this machine to reach it, and look at the status page of the service';

/**
 * Makes a harmless call to every configured provider, with its keys.
 */
export async function checkProviders(config: Config): Promise<Finding[]> {
  return Promise.all([
    checkCardPayments(config),
    checkIdentity(config),
    checkImageStore(config),
    ...(config.imageHost ? [checkImageHost(config.imageHost)] : []),
    checkMail(config),
    checkPush(config),
    ...(config.redis
      ? [checkRedis('rate limits', config.redis, 'each process counts its rate limits alone')]
      : []),
    ...(config.liveRedis
      ? [checkRedis('live updates', config.liveRedis, 'live updates take up to two seconds')]
      : []),
  ]);
}

async function checkCardPayments({ cardPayments }: Config): Promise<Finding> {
  const name = 'card payments';
  if (cardPayments.adapter === 'sandbox') return ok(name, 'sandbox, which takes no money');
  const { createStripeCards } = await import('@redial/api/adapters/stripe');
  const clock = { now: () => new Date() };
  const advice = 'copy the keys again: docs/providers/stripe.md';
  return report(name, createStripeCards({ ...cardPayments, clock }).check(), {
    accepted: `Stripe accepts the key, of ${cardPayments.secretKey.includes('_live_') ? 'live' : 'test'} mode`,
    refused: 'STRIPE_SECRET_KEY is rejected by Stripe',
    advice,
  });
}

async function checkIdentity({ identity, publicUrl }: Config): Promise<Finding> {
  const name = 'identity';
  if (identity.provider === 'embedded') {
    if (typeof identity.google === 'object') return checkGoogle(identity.google, publicUrl);
    return ok(name, identity.google ? 'embedded, with sandbox Google' : 'embedded');
  }
  const log = { warn: () => undefined };
  const { check } = createFirebaseIdentity({ ...identity, publicUrl, log });
  const answer = check().then(({ refused, domainAllowed }) => {
    if (refused || domainAllowed !== false) return refused;
    return `Google sign-in is not allowed at ${publicUrl}: add its host to the authorized domains`;
  });
  return report(name, answer, {
    accepted: 'Firebase accepts the key',
    refused: 'Firebase refuses',
    advice: 'compare the settings with the console: docs/providers/firebase.md',
  });
}

async function checkImageStore({ imageStore }: Config): Promise<Finding> {
  const name = 'image store';
  if (imageStore.adapter === 'disk') return ok(name, 'in DATA_DIR');
  const { createS3ImageStore } = await import('@redial/api/adapters/s3');
  return report(name, createS3ImageStore(imageStore).check(), {
    accepted: `the bucket ${imageStore.bucket} can be read`,
    refused: 'S3_BUCKET cannot be used',
    advice: 'check bucket, region and keys: docs/providers/images.md',
  });
}

/** The host has no call that uses the key without storing an image, so only the connection is tried. */
async function checkImageHost({ url }: { url: string }): Promise<Finding> {
  const call = fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
  return report(
    'image host',
    call.then(() => undefined),
    { accepted: `${url} answers; its key is not checked`, refused: '', advice: '' },
  );
}

async function checkMail(config: Config): Promise<Finding> {
  const name = 'mail';
  let lost: unknown;
  const log = {
    warn: ({ err }: { err: unknown }) => {
      lost = err;
    },
  };
  try {
    await openMailer(config, log, () => undefined);
    if (lost) return failed(name, `it cannot be reached: ${describeError(lost)}`, unreachable);
    const { MAILER: mailer = 'files' } = config.mailer;
    return ok(name, mailer === 'files' ? 'written to files' : `${mailer}: the server accepts us`);
  } catch (error) {
    return failed(name, describeError(error), 'check its settings: docs/providers/mail.md');
  }
}

/** @param withoutIt what happens while Redis is unavailable. */
async function checkRedis(name: string, redis: RedisAddress, withoutIt: string): Promise<Finding> {
  let lost: unknown;
  const store = await createRedisStore(redis, {
    warn: (context: unknown) => {
      lost = typeof context === 'object' && context && 'err' in context ? context.err : context;
    },
  });
  store.close();
  const through = redis.sentinels.length > 0 ? ' through Sentinel' : '';
  if (lost === undefined) return ok(name, `Redis answers${through}`);
  const setting = through ? 'REDIS_SENTINELS and REDIS_URL' : 'REDIS_URL';
  const advice = `check ${setting}; until then ${withoutIt}`;
  return failed(name, `Redis: ${describeError(lost)}`, advice);
}

/** @param call resolves with why the provider refuses us, and rejects if it cannot be reached. */
async function report(
  name: string,
  call: Promise<string | undefined>,
  texts: { accepted: string; refused: string; advice: string },
): Promise<Finding> {
  try {
    const refused = await call;
    if (refused === undefined) return ok(name, texts.accepted);
    return failed(name, `${texts.refused}: ${refused}`, texts.advice);
  } catch (error) {
    return failed(name, `it cannot be reached: ${describeError(error)}`, unreachable);
  }
}
