import { knownPushServices } from '@redial/api/adapters';
import type { Config } from '../config.ts';
import { openPush } from '../providers/push.ts';
import { describeError, type Finding, failed, ok, warning } from './finding.ts';

/**
 * Checks the key of Web Push, and in production whether the push services can be reached. Nothing is sent:
 * that takes a browser that has subscribed.
 */
export async function checkPush(config: Config): Promise<Finding> {
  const name = 'web push';
  if (!config.push) return ok(name, 'off; VAPID_PRIVATE_KEY switches it on');
  try {
    // As browsers know it, so that several machines can be compared.
    const key = `the key is ${openPush(config)?.publicKey.slice(0, 12)}…`;
    if (!config.production) return ok(name, key);
    const reached = await Promise.allSettled(knownPushServices.map(reach));
    const away = knownPushServices.filter((_, at) => reached[at]?.status === 'rejected');
    if (away.length === 0) return ok(name, `${key}; the push services answer`);
    const advice = 'allow this machine to reach them; until then their browsers show nothing';
    return warning(name, `${key}; no answer from ${away.join(', ')}`, advice);
  } catch (error) {
    return failed(name, describeError(error), 'create another one: openssl rand -base64 32');
  }
}

const reach = (host: string): Promise<Response> =>
  fetch(`https://${host}/`, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
