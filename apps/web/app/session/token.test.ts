import { expect, test } from 'vitest';
import { renewalMarginMs, tokenExpiry, tokenState } from './token.ts';

const now = Date.UTC(2026, 0, 1);

/** A token that ends so many milliseconds from now. */
function tokenEndingIn(milliseconds: number, more: object = {}): string {
  const claims = JSON.stringify({ exp: (now + milliseconds) / 1000, ...more });
  return `header.${Buffer.from(claims).toString('base64url')}.signature`;
}

test('a token tells when it ends, whatever letters its claims hold', () => {
  const token = tokenEndingIn(60_000, { sub: 'ÿÿÿ>>>???' });

  expect(tokenExpiry(token)).toBe(now + 60_000);
});

test.each(['', 'abc', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`])(
  '%j is no token and has ended',
  (token) => {
    expect(tokenExpiry(token)).toBe(0);
    expect(tokenState(token, now)).toBe('ended');
  },
);

test('a token is renewed in its last minutes, before it has ended', () => {
  expect(tokenState(tokenEndingIn(renewalMarginMs + 1000), now)).toBe('fresh');
  expect(tokenState(tokenEndingIn(renewalMarginMs - 1000), now)).toBe('due');
  expect(tokenState(tokenEndingIn(1000), now)).toBe('due');
  expect(tokenState(tokenEndingIn(0), now)).toBe('ended');
});
