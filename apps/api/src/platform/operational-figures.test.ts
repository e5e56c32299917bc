import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { outbox } from '../db/schema/index.ts';
import { newId } from './ids.ts';
import {
  failingAttempts,
  readBusinessFigures,
  readOperationalFigures,
} from './operational-figures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const minutes = (n: number) => new Date(Date.now() + n * 60_000);

test('messages are counted as due, failing or given up', async () => {
  await app.db.delete(outbox);
  const message = (kind: string) => ({ kind, dedupe: newId(), payload: {} });
  await app.db.insert(outbox).values([
    { ...message('mail.send'), dueAt: minutes(-30) },
    { ...message('mail.send'), dueAt: minutes(-1), attempts: failingAttempts },
    // A failure moves the time for the next attempt ahead.
    { ...message('payment.refund'), dueAt: minutes(20), attempts: failingAttempts },
    { ...message('payment.refund'), dueAt: minutes(20), attempts: failingAttempts - 1 },
    { ...message('payment.refund'), dueAt: minutes(-9), attempts: 56, deadAt: minutes(-8) },
    { ...message('payment.refund'), dueAt: minutes(-9), attempts: 9, doneAt: minutes(-8) },
  ]);
  const figures = await readOperationalFigures(app);
  expect(figures.outbox).toMatchObject({ due: 2, deadLetters: 1 });
  expect(Math.round(figures.outbox.oldestDueSeconds / 60)).toBe(30);
  expect(figures.outbox.failing.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'mail.send', count: 1 },
    { kind: 'payment.refund', count: 1 },
  ]);
});

test('phones on offer and users are counted', async () => {
  const seller = await app.insertUser('seller');
  const { listings, users } = await readBusinessFigures(app);
  await app.insertProduct(seller);
  await app.insertProduct(seller, { removedAt: minutes(-1) });
  const after = await readBusinessFigures(app);
  expect(after.listings).toBe(listings + 1);
  expect(after.users).toEqual(users);
});
