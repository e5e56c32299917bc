import { expect, test } from 'vitest';
import { defaultNameOf, recordNameOf } from './identity-client.ts';

const email = 'mei+phones@mail.info';

test.each([
  ['Mei Tanaka', 'Mei Tanaka'],
  [' Mei ', 'Mei'],
  ['\u{1f4f1}'.repeat(81), '\u{1f4f1}'.repeat(80)],
  ['Mei\nTanaka', 'mei+phones'],
  ['\u202eieM', 'mei+phones'],
  ['\u200b', 'mei+phones'],
  ['', 'mei+phones'],
  [null, 'mei+phones'],
])('an identity named %j gets a record with the name %j', (displayName, name) => {
  expect(recordNameOf({ displayName, email })).toBe(name);
});

test('a name from a long address is as long as names may be', () => {
  expect(defaultNameOf(`${'m'.repeat(90)}@example.com`)).toBe('m'.repeat(80));
});
