import type { ClientConfig } from '@redial/contract';

/** Hosts that Stripe.js connects to and frames. */
const stripeHosts = {
  connect: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Hosts that the Firebase SDK connects to, and the project's page that it embeds. */
function firebaseHosts(identity: ClientConfig['identity']) {
  if (identity.provider !== 'firebase') return { connect: [], frames: [] };
  if (identity.emulator) {
    const emulator = `http://${identity.emulator}`;
    return { connect: [emulator], frames: [emulator] };
  }
  return {
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frames: [`https://${identity.authDomain}`],
  };
}

/** Hashes of a page's inline elements, as source expressions such as `'sha256-…'`. */
export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The policy of a page: only its own inline scripts and what they load, and only our own styles.
 * Images may come from the configured image host and from identity providers, so any https source is
 * allowed.
 *
 * @param settings determine the hosts of the card payment and identity providers
 * @param publicUrl origin of the embedded image host, which differs from the page's if the page is
 *   opened by another name of the host, such as 127.0.0.1
 * @param apiOrigin origin of the API, if it is not the page's own
 */
export function contentSecurityPolicy(
  { scripts, styles }: InlineSources,
  { payments, identity, imageHost }: Pick<ClientConfig, 'payments' | 'identity' | 'imageHost'>,
  publicUrl: string,
  apiOrigin: string | undefined = import.meta.env.VITE_API_URL,
): string {
  // Vite's client uses a web socket and injects styles.
  const development = import.meta.env.DEV;
  const stripe = payments.provider === 'stripe' ? stripeHosts : { connect: [], frames: [] };
  const firebase = firebaseHosts(identity);
  const frames = [...stripe.frames, ...firebase.frames];
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': [...scripts, "'strict-dynamic'"],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : styles)],
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      'https:',
      ...(apiOrigin ? [apiOrigin] : []),
      ...[publicUrl, imageHost].filter((origin) => origin?.startsWith('http:')),
    ],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      ...(apiOrigin ? [apiOrigin] : []),
      ...stripe.connect,
      ...firebase.connect,
      ...(development ? ['ws:'] : []),
    ],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    // The service workers of the pages of handovers and self-tests, and of notifications.
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
