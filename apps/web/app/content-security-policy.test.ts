import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../content-security-policy.ts';

const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `));

test('Stripe’s hosts are let in where Stripe takes the cards, and nowhere else', () => {
  const sandbox = contentSecurityPolicy('bm9uY2U=', 'sandbox');
  expect(sandbox).not.toContain('stripe');
  expect(directive(sandbox, 'frame-src')).toBe("frame-src 'none'");
  const stripe = contentSecurityPolicy('bm9uY2U=', 'stripe');
  expect(directive(stripe, 'connect-src')).toContain('https://api.stripe.com');
  expect(directive(stripe, 'frame-src')).toContain('https://js.stripe.com');
  expect(directive(stripe, 'frame-src')).toContain('https://hooks.stripe.com');
  expect(directive(stripe, 'script-src')).toBe("script-src 'nonce-bm9uY2U=' 'strict-dynamic'");
});
