import { isIP } from 'node:net';
import { configError, type Environment } from './environment.ts';

/**
 * Refuses what is not safe in production.
 *
 * @throws ConfigError
 */
export function checkProduction(environment: Environment): void {
  if (environment.DEMO) {
    throw configError('DEMO', 'cannot be on in production: the demo passwords are public');
  }
  for (const name of [
    'PUBLIC_URL',
    'SESSION_SECRET',
    'IMEI_SECRET',
    'CARD_PAYMENTS',
    'MAILER',
  ] as const) {
    if (environment[name] === undefined) throw configError(name, 'is required in production');
  }
  if (environment.CARD_PAYMENTS === 'sandbox') {
    throw configError('CARD_PAYMENTS', 'cannot be sandbox in production: it takes no money');
  }
  if (environment.MAILER === 'files') {
    throw configError('MAILER', 'cannot be files in production: users would get no mail');
  }
  if (environment.GOOGLE_SIGN_IN === 'sandbox') {
    throw configError('GOOGLE_SIGN_IN', 'cannot be sandbox in production: it verifies nobody');
  }
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_BASE'] as const) {
    if (environment[name]) throw configError(name, 'is for tests, not for production');
  }
  if (environment.PUSH_SERVICES?.some((service) => service.startsWith('http:'))) {
    throw configError('PUSH_SERVICES', 'must begin with https:// in production');
  }
  // The key is sent there.
  if (environment.IMAGE_HOST_URL?.startsWith('http:')) {
    throw configError('IMAGE_HOST_URL', 'must begin with https:// in production');
  }
}

/**
 * Refuses sandbox cards outside a demo on this machine, unless they are allowed explicitly.
 *
 * @throws ConfigError
 */
export function checkSandboxPayments(
  environment: Environment,
  { demo, host, publicUrl }: { demo: boolean; host: string; publicUrl: string },
): void {
  if (environment.CARD_PAYMENTS !== 'sandbox' || environment.ALLOW_SANDBOX_PAYMENTS) return;
  const advice =
    'set CARD_PAYMENTS=stripe, or ALLOW_SANDBOX_PAYMENTS=on to accept orders without money';
  if (!demo) throw configError('CARD_PAYMENTS', `cannot be sandbox with DEMO=off: ${advice}`);
  if (!isLoopback(host) || !isLoopback(new URL(publicUrl).hostname)) {
    throw configError(
      'CARD_PAYMENTS',
      `cannot be sandbox where other machines reach Redial (HOST ${host}, PUBLIC_URL ${publicUrl}): ${advice}`,
    );
  }
}

/**
 * Sellers are paid out from the balance that the buyers' cards filled, so one provider does both.
 *
 * @throws ConfigError
 */
export function checkPayouts({ CARD_PAYMENTS: cards, PAYOUTS: payouts }: Environment): void {
  if (payouts === cards) return;
  throw configError(
    'PAYOUTS',
    `cannot be ${payouts} with CARD_PAYMENTS=${cards}: the money is there; set PAYOUTS=${cards}, or remove it`,
  );
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}
