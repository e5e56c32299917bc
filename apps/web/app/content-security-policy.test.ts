import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../content-security-policy.ts';

const publicUrl = 'https://redial.test';
const inline = { scripts: ["'sha256-a'", "'sha256-b'"], styles: ["'sha256-c'"] };
const embedded = { provider: 'embedded', google: true } as const;
const sandboxCards = { provider: 'sandbox' } as const;
const firebaseProject = {
  provider: 'firebase',
  google: true,
  projectId: 'redial-12ab3',
  apiKey: 'AIzaSy-key',
  authDomain: 'redial-12ab3.firebaseapp.com',
} as const;

const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `));

test('[7.32] Stripe’s hosts are let in where Stripe takes the cards, and nowhere else', () => {
  const policyOf = (payments: Parameters<typeof contentSecurityPolicy>[1]['payments']) =>
    contentSecurityPolicy(inline, { identity: embedded, payments }, publicUrl);
  const sandbox = policyOf(sandboxCards);
  expect(sandbox).not.toContain('stripe');
  expect(directive(sandbox, 'frame-src')).toBe("frame-src 'none'");
  const stripe = policyOf({ provider: 'stripe', publishableKey: 'pk_test_1' });
  expect(directive(stripe, 'connect-src')).toContain('https://api.stripe.com');
  expect(directive(stripe, 'frame-src')).toContain('https://js.stripe.com');
  expect(directive(stripe, 'frame-src')).toContain('https://hooks.stripe.com');
  expect(directive(stripe, 'script-src')).toBe("script-src 'sha256-a' 'sha256-b' 'strict-dynamic'");
});

test('the hosts of Firebase, or of its emulator, are let in where it keeps the accounts', () => {
  const policyOf = (identity: typeof firebaseProject | typeof embedded | object) =>
    contentSecurityPolicy(
      inline,
      { identity: identity as typeof firebaseProject, payments: sandboxCards },
      publicUrl,
    );
  expect(policyOf(embedded)).not.toContain('google');
  const firebase = policyOf(firebaseProject);
  expect(directive(firebase, 'connect-src')).toContain(
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  );
  expect(directive(firebase, 'frame-src')).toBe('frame-src https://redial-12ab3.firebaseapp.com');
  const emulator = policyOf({ ...firebaseProject, emulator: '127.0.0.1:9099' });
  expect(directive(emulator, 'connect-src')).toContain("'self' http://127.0.0.1:9099");
  expect(emulator).not.toContain('google');
  expect(directive(emulator, 'frame-src')).toBe('frame-src http://127.0.0.1:9099');
});

test('pictures may come from the public URL, also where the page is opened by another name', () => {
  const sourcesOf = (url: string, imageHost?: string) =>
    directive(
      contentSecurityPolicy(
        inline,
        { identity: embedded, payments: sandboxCards, ...(imageHost && { imageHost }) },
        url,
      ),
      'img-src',
    );
  expect(sourcesOf(publicUrl)).toBe("img-src 'self' data: blob: https:");
  expect(sourcesOf('http://localhost:4000')).toBe(
    "img-src 'self' data: blob: https: http://localhost:4000",
  );
  expect(sourcesOf('http://localhost:4000', 'http://10.0.0.2:9000')).toBe(
    "img-src 'self' data: blob: https: http://localhost:4000 http://10.0.0.2:9000",
  );
});
