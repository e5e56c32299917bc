import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPhoneNumber, normalizeEmail, validateEmail, validatePassword } from './validation.ts';

test.each(['a@b.co', 'first.last@mail.com', 'x-y_z@sub.my-mail.org', 'A1@B2.Net'])(
  '%s is a valid e-mail',
  (email) => expect(validateEmail(email)).toBeUndefined(),
);

test.each([
  '',
  'a',
  'a@b',
  'a@b.c',
  'a@b.info',
  'a@b.c0m',
  'a..b@c.com',
  '.a@b.com',
  'a@-b.com',
  'a b@c.com',
  'a+b@c.com',
  'a@b.com ',
  'a@b@c.com',
  `${'a'.repeat(250)}@b.com`,
])('“%s” is not a valid e-mail', (email) =>
  expect(validateEmail(email)).toBe('Please provide a valid email'),
);

test('the e-mail pattern runs in linear time on hostile input', () => {
  for (const hostile of ['a.'.repeat(50_000), `a@${'a-'.repeat(50_000)}`, 'a'.repeat(100_000)]) {
    const start = performance.now();
    validateEmail(hostile);
    expect(performance.now() - start).toBeLessThan(50);
  }
});

test.each([
  ['', 'Password must have more that 6 charecters'],
  ['A1!b2', 'Password must have more that 6 charecters'],
  ['abcdef', 'Password must have atleast 2 digits'],
  ['abcde1', 'Password must have atleast 2 digits'],
  ['abcd12', 'Password must have speacial charencters'],
  ['abcd12?', 'Password must have speacial charencters'],
  ['abc12!', 'Password must have atleast one capital latter'],
  ['Abc12!', undefined],
])('validating “%s” returns the message of the first failing rule: %s', (password, message) =>
  expect(validatePassword(password)).toBe(message),
);

test('a password is valid if and only if it satisfies all four rules', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), (password) => {
      const satisfiesAll =
        password.length >= 6 &&
        [...password].filter((c) => c >= '0' && c <= '9').length >= 2 &&
        [...password].some((c) => '!@#$%^&*'.includes(c)) &&
        [...password].some((c) => c >= 'A' && c <= 'Z');
      return (validatePassword(password) === undefined) === satisfiesAll;
    }),
  );
});

test('normalizing trims and lower-cases an e-mail address and rejects anything but plain ASCII', () => {
  expect(normalizeEmail(' Rana@Mail.COM ')).toBe('rana@mail.com');
  for (const odd of ['ran\u212A@mail.com', 'ı@mail.com', 'a b@mail.com', '', 'a\u0000@mail.com']) {
    expect(normalizeEmail(odd)).toBeUndefined();
  }
});

test.each(['+1 202-555-0142', '(0)6 12.34.56', '0170/1234567', '12345'])(
  '“%s” is a phone number',
  (text) => expect(isPhoneNumber(text)).toBe(true),
);

test.each(['', 'abc', '1234', '+', '12345 call me', '1+2345', '------'])(
  '“%s” is not a phone number',
  (text) => expect(isPhoneNumber(text)).toBe(false),
);
