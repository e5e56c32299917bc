import { expect, test } from 'vitest';
import { accessoriesText, partsText, testsText, warrantyText } from './listing-texts.ts';

test('what was tested is a list in the order of the form, with capital letters for names only', () => {
  expect(
    testsText({
      tests: {
        charging: 'pass',
        touch: 'pass',
        'front-camera': 'pass',
        buttons: 'pass',
        wifi: 'pass',
        biometrics: 'fail',
        vibration: 'fail',
      },
    }),
  ).toBe(
    'Works: touch, front camera, buttons, charging, Wi-Fi. Does not work: vibration, Face ID or fingerprint',
  );
  expect(testsText({ tests: {} })).toBe('');
});

test('lists that stand alone begin with a capital letter', () => {
  expect(accessoriesText({ accessories: ['cable', 'sim-tool'] })).toBe('Cable, SIM tool');
  expect(accessoriesText({ accessories: [] })).toBe('');
  expect(partsText({ parts: { battery: 'original', screen: 'replaced-genuine' } })).toBe(
    'Battery original, screen replaced by a genuine part',
  );
});

test.each([
  ['2026-11-29T23:59Z', 'Until 2026-11-30'],
  ['2026-11-30T12:00Z', 'Until 2026-11-30'],
  ['2026-12-01T00:00Z', 'Ended on 2026-11-30'],
])('a warranty ends with its last day: at %s it is "%s"', (now, text) => {
  expect(warrantyText('2026-11-30', new Date(now))).toBe(text);
});
