import { expect, test } from 'vitest';
import { normalizeImei, validateImei } from './imei.ts';

const check = (number: string, allowTest = false) => validateImei(number, { allowTest });

test.each([
  // The textbook example, and that of 3GPP TS 23.003, annex B.
  '490154203237518',
  '260531793113837',
  '356938035643809',
  '352099001761481',
  '49-015420-323751-8',
  ' 49 015420/323751.8 ',
])('%s is an IMEI', (number) => {
  expect(check(number)).toBeUndefined();
});

test.each(['001017000000011', '001017000000029', '001017000000037', '001017999999983'])(
  '%s is the number of a test device, which only the demo takes',
  (number) => {
    expect(check(number, true)).toBeUndefined();
    expect(check(number)).toBe('This is the number of a test device');
  },
);

test.each([
  ['490154203237519', 'A digit is wrong: the check digit does not fit'],
  ['940154203237518', 'A digit is wrong: the check digit does not fit'],
  ['49015420323751', 'The last digit is missing: an IMEI has 15 digits'],
  [
    '4901542032375100',
    'This is an IMEISV, with 16 digits: enter the IMEI, which has 15 (dial *#06#)',
  ],
  ['000000000000000', 'This is a placeholder, not the IMEI of a phone'],
  ['4901542', 'An IMEI has 15 digits (dial *#06#)'],
  ['49O154203237518', 'An IMEI has digits only'],
  ['', 'An IMEI has digits only'],
])('%s is refused: %s', (number, reason) => {
  expect(check(number, true)).toBe(reason);
});

test('reporting bodies 00 and 02 to 09 are those of test devices; unknown ones pass', () => {
  const bodies = Array.from({ length: 100 }, (_, body) => String(body).padStart(2, '0'));
  const refused = bodies.filter((body) =>
    [...'0123456789'].some(
      (digit) => check(`${body}105400000001${digit}`) === 'This is the number of a test device',
    ),
  );
  expect(refused).toEqual(['00', '02', '03', '04', '05', '06', '07', '08', '09']);
});

test('what people write between the digits is left out', () => {
  expect(normalizeImei('49-015420/323751. 8')).toBe('490154203237518');
});
