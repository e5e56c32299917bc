import type { Config } from '../config.ts';
import { describeError, type Finding, failed, ok, warning } from './finding.ts';

const timeoutMs = 10_000;

/**
 * Opens Redial as users and the card provider do: through `PUBLIC_URL`, hence through the proxy. The
 * webhook is called without a signature, which a running Redial refuses as such.
 */
export async function checkPublicUrl({
  publicUrl,
  production,
  cardPayments,
}: Pick<Config, 'publicUrl' | 'production' | 'cardPayments'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (production && !publicUrl.startsWith('https:')) {
    const advice = 'let a reverse proxy end TLS, and set PUBLIC_URL to its https: address';
    findings.push(warning('public URL', `${publicUrl} is not encrypted`, advice));
  }
  try {
    const ready = await request(`${publicUrl}/readyz`, 'GET');
    findings.push(judgeReadiness(publicUrl, ready.status));
    const url = `${publicUrl}/webhooks/${cardPayments.adapter}`;
    const webhook = await request(url, 'POST');
    findings.push(judgeWebhook(url, webhook));
  } catch (error) {
    findings.push(explainUnreachable(publicUrl, describeError(error)));
  }
  return findings;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function request(url: string, method: 'GET' | 'POST'): Promise<Answer> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    // Card providers do not follow redirects.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text() };
}

function judgeReadiness(publicUrl: string, status: number): Finding {
  if (status === 200) return ok('public URL', `Redial is ready at ${publicUrl}`);
  if (status === 503) {
    const advice = 'look at its log: the database does not answer, or it is just stopping';
    return failed('public URL', `Redial at ${publicUrl} is not ready`, advice);
  }
  const advice = 'let the proxy forward all paths to Redial, without redirects';
  return failed('public URL', `${publicUrl}/readyz is answered with ${status}`, advice);
}

function judgeWebhook(url: string, { status, text }: Answer): Finding {
  if (text.includes('webhook.signature-invalid')) {
    return ok('webhook', `${url} reaches Redial, which refuses unsigned events`);
  }
  const advice =
    'let the proxy forward POST requests to it unchanged, and run Redial with these settings';
  return failed('webhook', `${url} is answered with ${status}, not by Redial’s webhook`, advice);
}

function explainUnreachable(publicUrl: string, reason: string): Finding {
  if (/ECONNREFUSED/.test(reason)) {
    const advice = 'start Redial, then run this command again: webhooks were not checked';
    return warning('public URL', `nothing listens at ${publicUrl}`, advice);
  }
  const advice = 'check DNS, certificate and proxy of PUBLIC_URL: webhooks cannot arrive';
  return failed('public URL', `${publicUrl} cannot be reached: ${reason}`, advice);
}
