import { expect, test } from 'vitest';
import { renewalMarginMs, tokenExpiry, tokenState } from './token.ts';

const now = Date.UTC(2026, 0, 1);

/** A token that expires after the given number of milliseconds. */
function tokenEndingIn(milliseconds: number, more: object = {}): string {
  const claims = JSON.stringify({ exp: (now + milliseconds) / 1000, ...more });
  return `header.${Buffer.from(claims).toString('base64url')}.signature`;
}

test('the expiry is read from tokens with any characters in their claims', () => {
  const token = tokenEndingIn(60_000, { sub: 'ÿÿÿ>>>???' });

  expect(tokenExpiry(token)).toBe(now + 60_000);
});

test.each(['', 'abc', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`])(
  '%j is not a token and counts as expired',
  (token) => {
    expect(tokenExpiry(token)).toBe(0);
    expect(tokenState(token, now)).toBe('ended');
  },
);

test('a token is renewed in the minutes before it expires', () => {
  expect(tokenState(tokenEndingIn(renewalMarginMs + 1000), now)).toBe('fresh');
  expect(tokenState(tokenEndingIn(renewalMarginMs - 1000), now)).toBe('due');
  expect(tokenState(tokenEndingIn(1000), now)).toBe('due');
  expect(tokenState(tokenEndingIn(0), now)).toBe('ended');
});
