import * as contract from '@redial/contract';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  auditEntries,
  images,
  listedWords,
  products,
  riskAssessments,
  users,
  wordCatches,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createWordSearch } from './find-words.ts';
import { foldText } from './fold-text.ts';

let app: TestApp;
let admin: TestUser;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  seller = await app.insertUser('seller');
  await app.db.update(users).set({ createdAt: sql`now() - interval '90 days'` });
});
afterAll(() => app.close());

const wordOf = (phrase: string, holds = false) => ({
  list: 'other' as const,
  phrase,
  folded: foldText(phrase).text,
  weight: 10,
  holds,
});
const find = (phrase: string, text: string) =>
  createWordSearch([wordOf(phrase)])(text).map(({ found }) => found);

test.each([
  ['PayPal', 'send it by paypal please', 'paypal'],
  ['PayPal', 'P4yP@l!', 'P4yP@l'],
  ['PayPal', 'p a y p a l', 'p a y p a l'],
  ['PayPal', 'p.a.y-p_a*l', 'p.a.y-p_a*l'],
  ['PayPal', 'раураl in Cyrillic', 'раураl'],
  ['PayPal', 'pay\u200bpal', 'pay\u200bpal'],
  ['paypal', 'ＰａｙＰａｌ', 'ＰａｙＰａｌ'],
  ['Western Union', 'western-union only', 'western-union'],
  ['Western Union', 'WesternUnion', 'WesternUnion'],
  ['replica', 'a réplica', 'réplica'],
  ['replica', 'a r3pl1ca', 'r3pl1ca'],
  ['1:1 copy', 'It is a 1 : 1 copy.', '1 : 1 copy'],
  ['scam', '$cam', '$cam'],
  ['hehler', 'Hehler!', 'Hehler'],
  // Signs between words are no obstacle.
  ['box only', 'with box; only one scratch', 'box; only'],
])('the phrase %s is found in “%s”', (phrase, text, found) => {
  expect(find(phrase, text)).toEqual([found]);
});

test.each([
  ['scam', 'scampi for lunch'],
  ['scam', 'as camera it is good'],
  ['replica', 'replicate'],
  ['pal', 'paypal'],
])('the phrase %s is not found in “%s”', (phrase, text) => {
  expect(find(phrase, text)).toEqual([]);
});

test('a thousand phrases are looked for in the longest description in a moment', () => {
  const words = Array.from({ length: 1000 }, (_, n) => wordOf(`phrase number ${n} of many`));
  const search = createWordSearch(words);
  const text = 'phrase number 999 of many, and more of it '.repeat(120);
  const before = process.cpuUsage().user;
  for (let n = 0; n < 20; n++) expect(search(text)).toHaveLength(1);
  expect((process.cpuUsage().user - before) / 20_000, 'milliseconds').toBeLessThan(100);
});

async function list(about: Partial<contract.NewProduct> = {}) {
  const id = newId();
  await app.db.insert(images).values({ id, uploadedBy: seller.id, width: 960, height: 960 });
  const body: contract.NewProduct = {
    name: 'Nokia 3310',
    category: 'Samsung',
    condition: 'good',
    description: 'A phone without marks.',
    location: 'Lyon',
    number: '+33 6 12 34 56 78',
    originalPrice: 800,
    resalePrice: 400,
    purchaseDate: 2024,
    yearsOfUse: '1 year',
    img: `${publicUrl}/images/${id}-960.jpg`,
    ...about,
  };
  const { insertedId } = unwrap(await app.call(contract.addProduct, { body, token: seller.token }));
  return insertedId;
}
const partOf = async (id: string) => {
  const [row] = await app.db
    .select()
    .from(riskAssessments)
    .where(eq(riskAssessments.productId, id));
  return row?.parts.find(({ code }) => code === 'word-list');
};
const isHeld = async (id: string) => {
  const [row] = await app.db.select().from(products).where(eq(products.id, id));
  return row?.hiddenReasons.includes('review');
};
const add = (phrase: string, about: Partial<contract.NewWord> = {}, { token } = admin) =>
  app.call(contract.addWord, {
    body: { list: 'other', phrase, weight: 20, holds: false, ...about },
    token,
  });
const catches = async () =>
  unwrap(await app.call(contract.listWordCatches, { query: {}, token: admin.token })).catches;

test('words add their weights to the score, and the log says what was found where', async () => {
  unwrap(await add('blue moon'));
  unwrap(await add('green sun', { weight: 7 }));
  const id = await list({
    name: 'Nokia Bl0e Moon',
    description: 'Like a blue-moon, a blue moon, or a g r e e n sun.',
  });
  const part = await partOf(id);
  expect(part).toMatchObject({ weight: 27 });
  expect(part?.detail).toBe(
    '“blue moon” as “blue-moon” in the description (+20), “green sun” as “g r e e n sun” in the description (+7).',
  );
  expect(await isHeld(id)).toBe(false);
  const found = (await catches()).filter(({ productId }) => productId === id);
  expect(found.map(({ phrase, field, found: text }) => [phrase, field, text]).sort()).toEqual([
    ['blue moon', 'description', 'blue-moon'],
    ['green sun', 'description', 'g r e e n sun'],
  ]);
  const words = unwrap(await app.call(contract.listWords, { token: admin.token }));
  expect(words.find(({ phrase }) => phrase === 'blue moon')).toMatchObject({ catches: 1 });
});

test('the log of what was found is filtered by list and by a part of the phrase', async () => {
  unwrap(await add('Yellow 100%'));
  unwrap(await add('yellow river', { list: 'origin' }));
  const id = await list({ description: 'A yellow river, Yellow 100%.' });
  const logged = async (query: { list?: contract.WordList; q?: string }) => {
    const { token } = admin;
    const { catches } = unwrap(await app.call(contract.listWordCatches, { query, token }));
    return catches.filter(({ productId }) => productId === id).map(({ phrase }) => phrase);
  };
  expect((await logged({ q: 'YELLOW' })).toSorted()).toEqual(['Yellow 100%', 'yellow river']);
  expect(await logged({ q: 'yellow', list: 'origin' })).toEqual(['yellow river']);
  expect(await logged({ q: '100%' })).toEqual(['Yellow 100%']);
  expect(await logged({ list: 'counterfeit' })).toEqual([]);
});

test('a word that holds keeps the listing from the public whatever its score, until it is released', async () => {
  unwrap(await add('purple rain', { weight: 1, holds: true }));
  const id = await list({ description: 'Comes with purple rain.' });
  expect(await isHeld(id)).toBe(true);
  const body = { released: true, reason: 'It is a song.' };
  unwrap(await app.call(contract.decideHeldListing, { params: { id }, body, token: admin.token }));
  expect(await isHeld(id)).toBe(false);
  await app.runJobs();
  expect(await isHeld(id), 'for what was accepted, not again').toBe(false);
});

test('what the filter hides from buyers is looked for as the seller wrote it', async () => {
  unwrap(await add('rana store'));
  const id = await list({ description: 'Write to rana.store@gmail.com' });
  expect(await partOf(id)).toMatchObject({ weight: 20 });
});

test('adding, changing and removing a word is in the audit log with the values before and after', async () => {
  const { insertedId: id } = unwrap(await add('old word'));
  const { token } = admin;
  const body = { list: 'origin', weight: 33, holds: true } as const;
  expect(
    unwrap(await app.call(contract.changeWord, { params: { id }, body, token })),
  ).toMatchObject({
    modifiedCount: 1,
  });
  expect(
    unwrap(await app.call(contract.changeWord, { params: { id }, body, token })),
  ).toMatchObject({
    modifiedCount: 0,
  });
  unwrap(await app.call(contract.removeWord, { params: { id }, token }));
  const log = await app.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, id))
    .orderBy(desc(auditEntries.id));
  expect(log.map(({ action, changes }) => [action, changes])).toEqual([
    [
      'word.removed',
      {
        phrase: ['old word', null],
        list: ['origin', null],
        weight: ['33', null],
        holds: ['yes', null],
      },
    ],
    ['word.changed', { phrase: ['old word', 'old word'] }],
    [
      'word.changed',
      {
        phrase: ['old word', 'old word'],
        list: ['other', 'origin'],
        weight: ['20', '33'],
        holds: ['no', 'yes'],
      },
    ],
    [
      'word.added',
      {
        phrase: [null, 'old word'],
        list: [null, 'other'],
        weight: [null, '20'],
        holds: [null, 'no'],
      },
    ],
  ]);
  expect(resultCode(await app.call(contract.removeWord, { params: { id }, token }))).toBe(
    'word.not-found',
  );
});

test('of the same phrase in two spellings at once, one is added', async () => {
  const results = await Promise.all([add('Same Phrase'), add('s4me-phrase')]);
  expect(results.map(resultCode).sort()).toEqual(['ok', 'word.exists']);
});

test('moderators edit the lists, and others do not', async () => {
  const moderator = await app.insertUser('buyer');
  expect(resultCode(await add('not allowed', {}, moderator))).toBe('role.forbidden');
  await app.db.update(users).set({ staffRole: 'moderator' }).where(eq(users.id, moderator.id));
  expect(resultCode(await add('now allowed', {}, moderator))).toBe('ok');
});

test('a text is tried out, and nothing is stored', async () => {
  const before = await app.db.$count(wordCatches);
  const query = { text: 'A r3plica, paid by Western-Union' };
  const tried = unwrap(await app.call(contract.tryWords, { query, token: admin.token }));
  expect(tried.matches.map(({ phrase, found }) => [phrase, found]).sort()).toEqual([
    ['Western Union', 'Western-Union'],
    ['replica', 'r3plica'],
  ]);
  expect(tried).toMatchObject({ weight: 70, holds: true });
  expect(await app.db.$count(wordCatches)).toBe(before);
});

test('the first words are stored as they are compared', async () => {
  const words = await app.db.select().from(listedWords);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter(({ phrase, folded }) => foldText(phrase).text !== folded)).toEqual([]);
});

test('the log of what was found is deleted after 180 days', async () => {
  const isKept = async (days: number) => {
    await app.db.update(wordCatches).set({ at: sql`now() - make_interval(days => ${days})` });
    await app.runJobs('purge-contact-data');
    return (await app.db.$count(wordCatches)) > 0;
  };
  expect(await isKept(179)).toBe(true);
  expect(await isKept(181)).toBe(false);
});
