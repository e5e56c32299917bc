import { contactPlaceholder } from '@redial/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findContacts, findFraudSigns, fraudSigns, hideContacts } from './index.ts';

/** What hides contact data: each is found. */
const caught: readonly (readonly [kind: string, text: string])[] = [
  ['phone', 'call me +33 6 12 34 56 78'],
  ['phone', 'my number is 06.12.34.56.78'],
  ['phone', '+1 (202) 555-0142'],
  ['phone', '2025550142'],
  ['phone', '202 555 0142 after six'],
  ['phone', '0 1 7 1 2 3 4 5 6 7 8'],
  ['phone', '0171-2345678'],
  ['phone', '0171/2345678'],
  ['phone', '0_1_7_1_2_3_4_5_6_7'],
  ['phone', '0*1*7*1*2*3*4*5*6*7'],
  ['phone', 'zero one seven one two three four five six seven'],
  ['phone', 'oh seven nine one two 3 four 5 six 7'],
  ['phone', 'null eins sieben eins zwei drei vier fünf sechs'],
  ['phone', 'cero seis uno dos tres cuatro cinco seis siete'],
  ['phone', 'zéro six un deux trois quatre cinq six sept huit'],
  ['phone', 'double zero four four 20 7946 0958'],
  ['phone', 'O171 234 5678'],
  ['phone', '017l 234 S678'],
  ['phone', '０１７１２３４５６７８'],
  ['phone', '٠١٧١٢٣٤٥٦٧٨'],
  ['phone', '०१७१२३४५६७८'],
  ['phone', '⓪①⑦①②③④⑤⑥⑦'],
  ['phone', '❷⓿❷❺❺❺⓿❶❶❼'],
  ['phone', '➁🄋➁➄➄➄🄋➀➀➆'],
  ['phone', '二〇二五五五〇一一七'],
  ['phone', '二零二五五五零一一七'],
  ['phone', '꧐꧑꧗꧑꧒꧓꧔꧕꧖꧗'],
  ['phone', '𑁦𑁧𑁭𑁧𑁨𑁩𑁪𑁫𑁬𑁭'],
  ['link', '\u202emoc.liam@anar\u202c'],
  ['link', 'write to \u202ekanar/em.t'],
  ['link', 'https:⁄⁄mail.com'],
  ['link', 'https∶∕∕mail.com'],
  ['email', 'rana@mail。com'],
  ['phone', '𝟎𝟏𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕'],
  ['phone', '0️⃣1️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣'],
  ['phone', '0\u200b1\u200b7\u200b1\u200b2\u200b3\u200b4\u200b5\u200b6'],
  ['phone', '0171 … 234 … 5678'],
  ['phone', '0171 then 234 and 5678'],
  ['phone', 'text 555-0142'],
  ['phone', 'WhatsApp 5550142'],
  ['phone', '(0)171 2345678'],
  ['phone', '0.1.7.1.2.3.4.5.6'],
  ['phone', '0, 1, 7, 1, 2, 3, 4, 5, 6, 7'],
  ['email', 'rana@mail.com'],
  ['email', 'rana.k99 @ gmail . com'],
  ['email', 'rana at gmail dot com'],
  ['email', 'rana (at) gmail (dot) com'],
  ['email', 'rana[at]mail[dot]com'],
  ['email', 'rana{at}posteo.de'],
  ['email', 'rana AT gmail'],
  ['email', 'rana arroba hotmail punto com'],
  ['email', 'rana＠mail．com'],
  ['email', 'rаnа@mаil.com'],
  ['email', 'r a n a @ g m a i l . com'],
  ['email', 'write to my gmail: rana.k99'],
  ['email', 'rana@gmail,com'],
  ['link', 'https://example.com/pay?id=1'],
  ['link', 'see www.example.net'],
  ['link', 'go to example.com'],
  ['link', 'example dot com'],
  ['link', 'example (dot) shop'],
  ['link', 'hxxps://example.com'],
  ['link', 't.me/rana'],
  ['link', 'wa.me/33612345678'],
  ['link', 'bit.ly/3xYz'],
  ['handle', 'I am @rana_k on there'],
  ['handle', 'insta: rana.k'],
  ['handle', 'my snap is rana_k99'],
  ['handle', 'Telegram @ranak'],
  ['handle', 'telegram = rana'],
  ['handle', 'add me on discord rana_k99'],
  ['bank', 'DE89 3704 0044 0532 0130 00'],
  ['bank', 'IBAN GB29NWBK60161331926819'],
  ['bank', 'sort code 12-34-56, account number 12345678'],
  ['bank', 'card 4242 4242 4242 4242'],
  ['phone', 'To order, call +1 503 288 1734'],
  ['phone', 'Clean. 503-288-1734'],
  ['phone', 'Part exchange: 0171 2345678'],
  ['phone', 'iPhone 11 64 GB order 503 288 1734'],
  ['phone', 'Portland, order 5032881734'],
  ['phone', 'Order 5032881734'],
  ['phone', 'To order: 503 288 1734'],
  ['phone', 'I mean 503 288 1734'],
  ['phone', 'my ocean blue one 503 288 1734'],
  ['phone', 'apart from that 503 288 1734'],
  ['phone', 'the serial killer +1 503 288 1734'],
  ['phone', 'order number +1 503 288 1734'],
  ['phone', 'call order no. 503 288 1734'],
  ['phone', '$5032881734'],
  ['phone', '503 288 1734 $'],
  ['phone', '503-288-1734 $'],
  ['phone', 'call $503 288 1734'],
  ['phone', '$503-288-1734'],
  ['phone', '€0171 2345678'],
  ['phone', '£850 07911 123456'],
  ['phone', 'call 5032881734 usd'],
  ['phone', '32 256 1024 512 call me'],
  ['phone', 'ring 20:24 17:34 then 11:22 13:44'],
  ['imei', 'IMEI 490154203237518'],
  ['imei', '49-015420-323751-8'],
];

/** What belongs into a conversation about a phone: all stays. */
const harmless: readonly string[] = [
  'iPhone 12, 128 GB, model A2403',
  'Galaxy S23 Ultra 256 GB, SM-S918B/DS',
  'Battery health 87 %, 312 cycles',
  'I can do $345, or 330 with the case',
  'Would you take 1,299.00 dollars?',
  'Between 300 and 350 euros',
  'Bought on 2023-05-12, receipt included',
  'Bought 12/05/2023, warranty until 11/05/2025',
  'Can we meet at 18:30 on 24/11/2026?',
  'Tomorrow at 6 at the main station?',
  'Meet me at the Gare de Lyon, hall 2',
  'It runs iOS 17.5.1 and was never opened',
  'Android 14, security patch 2024-08-05',
  'The screen is 6.1 inch, 2556 x 1179 pixels',
  'Does it come in 64, 128, 256 or 512 GB?',
  'Sold phones from 2019, 2020 and 2021',
  '4500 mAh, 120 Hz, 45 W charging',
  'It weighs 172 g and measures 146.7 x 71.5 x 7.8 mm',
  'The IMEI ends with 7518',
  'Last four digits of the serial: 4821',
  'Dual SIM: one eSIM and one nano SIM',
  'One owner, two small scratches, zero dents',
  'Three or four people asked before you',
  'I have two, one black and one blue',
  'Give me five or six minutes',
  'Is WhatsApp working on it?',
  'Telegram and Instagram are signed out',
  'I signed out of iCloud and Facebook',
  'The Snapdragon 8 Gen 2 version?',
  'Signal is weak in the basement',
  'Great condition.No scratches at all',
  'It works.It has a new battery',
  'Look at the second photo, top left',
  'Is it unlocked? I use T-Mobile',
  'It records 4K at 60 fps, and 1080p at 240 fps',
  'Postcode 75001, Paris',
  'I live in 10115 Berlin',
  'House number 12, third floor',
  'Delivery takes 2-3 days, 10-15 with customs',
  'I paid $999 in 2022 and $49 for the case',
  'Offer: $280, $290, $300?',
  'Order 48213 was cancelled',
  'The box says MQ8N3ZD/A',
  'Model number A2890, part MPXV3LL/A',
  'USB-C 3.2, Wi-Fi 6E, Bluetooth 5.3',
  'Face ID, Touch ID and all 3 cameras pass',
  'f/1.8, 48 MP main camera',
  'Screen time 5 h 30 min',
  '100 % original, 0 repairs, 10/10',
  'e.g. a scratch, i.e. a line of 2 mm',
  'Thanks!!! See you at 5 pm',
  'ok :) at 5?',
  'Can you do 300?',
  'Rated 5.0 of 5',
  'Pixel 7a, 8 GB RAM, 128 GB',
  'Xiaomi 13T Pro, 12+512 GB',
  'Redmi Note 12 Pro+ 5G 8/256',
  'Updates until October 2028, 7 years',
  'My email app works, yes',
  'I will send it by post on Monday the 23rd',
  'First come, first served. No reserve',
  'Half past nine or ten to eight?',
  'The order number is 5032881734',
  'Order #5032881734',
  'Part no. 6612345678, article nr. 4004123456',
  'Tracking number: 340434161094',
  'Tracking 340434161094',
  'Serial: 012345678912',
  'Invoice ID 2024000123',
  'EAN 4006381333931',
  'I paid $1,199.00, 512 GB',
  '$1,199.00 512 GB',
  'Was $1,299 / $1,199 / $999 before',
  'Between 10,000 and 12,000 euros',
  '$1,200.00 - 1,300.00',
  'iPhone 13 256 1200 euros',
  '100 $ 200 $ 300 $',
  '64/128/256/512 GB',
  '1024 512 256 128 GB',
  'Call me at 10:00, 11:30, 12:15 or 18:00',
  'The bus leaves at 10:12, 10:32, 10:52, 11:12',
];

test.each(caught)('%s is found in "%s"', (kind, text) => {
  expect(findContacts(text).map((one) => one.kind)).toContain(kind);
});

test.each(harmless)('"%s" stays as it is', (text) => {
  expect(findContacts(text)).toEqual([]);
  expect(hideContacts([text])).toEqual([{ text, hidden: [] }]);
});

test('the table has at least 60 of each', () => {
  expect(caught.length).toBeGreaterThanOrEqual(60);
  expect(harmless.length).toBeGreaterThanOrEqual(60);
});

test('what is found is replaced, and nothing around it', () => {
  expect(hideContacts(['Call +33 6 12 34 56 78, or write to rana@mail.com!'])).toEqual([
    {
      text: `Call +${contactPlaceholder}, or write to ${contactPlaceholder}!`,
      hidden: ['phone', 'email'],
    },
  ]);
});

test.each([
  [['0171', '234', '5678'], ['phone']],
  [['my number starts with 0171', 'and goes on with', 'something'], []],
  [
    ['rana', '@gmail', '.com'],
    ['email', 'handle'],
  ],
])('%j is judged together', (texts, kinds) => {
  const hidden = new Set(hideContacts(texts).flatMap((one) => one.hidden));
  expect([...hidden]).toEqual(kinds);
});

test('all parts of a number that is spread over messages are replaced', () => {
  expect(hideContacts(['Hello', '0171', '234', '5678', 'Thanks']).map(({ text }) => text)).toEqual([
    'Hello',
    contactPlaceholder,
    contactPlaceholder,
    contactPlaceholder,
    'Thanks',
  ]);
});

test('a long message before, after or between does not show a number that is spread over others', () => {
  const long = 'The phone is as good as new. '.repeat(10);
  const shown = (...texts: string[]) => hideContacts(texts).map(({ text }) => text);
  const hidden = contactPlaceholder;
  expect(shown('0171', '234567', long)).toEqual([hidden, hidden, long]);
  expect(shown(long, '0171', '234567')).toEqual([long, hidden, hidden]);
  expect(shown(`${long}0171`, '234567')).toEqual([`${long}${hidden}`, hidden]);
  expect(shown('0171', `234567. ${long}`)).toEqual([hidden, `${hidden}. ${long}`]);
  // An article number is none to call, also where the cut is between it and its name.
  for (let length = 160; length < 210; length++) {
    const text = `${'x'.repeat(100)} EAN 4006381333931 ${'x'.repeat(length)}`;
    expect(shown(text, 'ok')).toEqual([text, 'ok']);
  }
});

test('separate harmless messages stay', () => {
  const texts = ['128 GB?', '256', 'Battery 87 %', '$345', '2022', 'At 18:30'];
  expect(hideContacts(texts).map(({ text }) => text)).toEqual(texts);
});

test('a number is found between any separators, and nothing of it is left', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', ' . ', '_', '*', '\u200b', '\n', ' - ');
  const number = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 13 });
  fc.assert(
    fc.property(number, separator, (digits, between) => {
      fc.pre(!digits.join('').startsWith('19') && !digits.join('').startsWith('20'));
      const [shown] = hideContacts([`Reach me: ${digits.join(between)} please`]);
      expect(shown?.text).toBe(`Reach me: ${contactPlaceholder} please`);
    }),
  );
});

test('any text of any length is judged in time', () => {
  for (const part of ['a ', '1 ', '@', '. ', 'a@', 'one ', 'g m a i l ', '0-', 'a.', 'dot ']) {
    const text = part.repeat(10_000 / part.length);
    const since = performance.now();
    findContacts(text);
    expect(performance.now() - since, part).toBeLessThan(1000);
  }
});

test.each([
  ['off-platform', 'Text me on WhatsApp please'],
  ['off-platform', 'Let us talk outside Redial'],
  ['payment-outside', 'I only take Zelle or a gift card'],
  ['payment-outside', 'PayPal friends and family is fine'],
  ['verification-code', 'Send me the 6-digit code that you get'],
  ['verification-code', 'tell me the pin'],
  ['own-courier', 'My courier will pick it up tomorrow'],
  ['overpayment', 'I will send you $100 extra for the shipping'],
  ['overpayment', 'I pay with a certified check'],
] as const)('%s is a sign of fraud in "%s"', (sign, text) => {
  expect(fraudSigns).toContain(sign);
  expect(findFraudSigns(text)).toContain(sign);
});

test.each(harmless)('"%s" has no sign of fraud', (text) => {
  expect(findFraudSigns(text)).toEqual([]);
});
