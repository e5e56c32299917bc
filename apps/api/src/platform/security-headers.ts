import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Browser features that no page uses, or only that of the self-test, from the list of the OWASP Secure
 * Headers Project. Without `web-share`, which only some platforms know: Chromium logs a warning about
 * unknown features.
 */
const disabledFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'interest-cohort',
  'keyboard-map',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'unload',
  'usb',
  'xr-spatial-tracking',
];

/** Features that the page of the self-test uses, and no other page. */
const selfTestFeatures: readonly string[] = [
  'accelerometer',
  'autoplay',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
];
const selfTestPath = /^\/self-test\/[^/?]+$/;

const jsonPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers for responses to malformed requests, for which Fastify runs no hooks. */
export const malformedRequestHeaders = {
  'content-security-policy': jsonPolicy,
  'x-content-type-options': 'nosniff',
};

/** Allowlists of the features that pages use. */
const enabledFeatures = (usesStripe: boolean): Record<string, string> => ({
  // "Copy link" on product pages.
  'clipboard-write': '(self)',
  // Passkeys: any page may ask who the user is.
  'publickey-credentials-get': '(self)',
  'sync-xhr': '(self)',
  // Stripe's card form requests it for its frames.
  payment: usesStripe ? '(self "https://js.stripe.com" "https://hooks.stripe.com")' : '()',
});

/**
 * Adds security headers to all responses; SECURITY.md explains each value. Pages and `/docs` set a
 * content security policy of their own.
 *
 * @param options.https whether the public URL uses https, as Strict-Transport-Security requires.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { https, usesStripe }: { https: boolean; usesStripe: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https && { maxAge: 63_072_000, includeSubDomains: true },
  });
  const policyWith = (features: readonly string[]) =>
    [
      ...disabledFeatures.map((name) => `${name}=${features.includes(name) ? '(self)' : '()'}`),
      ...Object.entries(enabledFeatures(usesStripe)).map(([name, list]) => `${name}=${list}`),
    ].join(', ');
  const permissionsPolicy = policyWith([]);
  const selfTestPolicy = policyWith(selfTestFeatures);
  app.addHook('onRequest', async (request, reply) => {
    // Product images are embedded by web apps on other origins (VITE_API_URL).
    const isImage = request.url.startsWith('/images/');
    reply.header('cross-origin-resource-policy', isImage ? 'cross-origin' : 'same-origin');
  });
  app.addHook('onSend', async (request, reply) => {
    // RFC 9110, 11.6.1. Browsers do not ask for a password for this scheme.
    if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer');
    const type = String(reply.getHeader('content-type'));
    if (/^application\/(problem\+)?json/.test(type)) {
      reply.header('content-security-policy', jsonPolicy);
    }
    // Browsers apply it to documents only; it is 650 bytes, which a page's twelve scripts do not need.
    if (type.startsWith('text/html')) {
      const path = request.url.replace(/\?.*/s, '');
      const policy = selfTestPath.test(path) ? selfTestPolicy : permissionsPolicy;
      reply.header('permissions-policy', policy);
    }
  });
}
