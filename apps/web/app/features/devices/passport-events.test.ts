import { expect, test } from 'vitest';
import { passportEvents } from './passport-events.ts';

const listing = {
  productId: '018f0000-0000-7000-8000-000000000001',
  name: 'Galaxy S23',
  price: 345,
  condition: 'good',
  listedAt: '2026-09-01T10:00:00.000Z',
  state: 'sold',
  soldFor: 345,
  soldAt: '2026-09-10T10:00:00.000Z',
  owner: 'Owner 1',
} as const;
const selfTest = {
  at: '2026-09-02T10:00:00.000Z',
  by: 'seller',
  owner: 'Owner 1',
  productId: listing.productId,
  soldAt: listing.soldAt,
  passed: ['touch', 'sound'],
  failed: [],
  notRun: [],
} satisfies Parameters<typeof passportEvents>[0]['selfTests'][number];

const eventsOf = (...selfTests: Parameters<typeof passportEvents>[0]['selfTests']) =>
  passportEvents({ listings: [listing], readings: [], owners: [], selfTests });

test('self-tests stand between the other events in the order of time', () => {
  const atHandover = {
    ...selfTest,
    at: '2026-09-12T10:00:00.000Z',
    by: 'buyer',
    owner: 'Owner 2',
  } as const;
  expect(eventsOf(selfTest, atHandover).map(({ title }) => title)).toEqual([
    'Listed by Owner 1',
    'Self-test by Owner 1',
    'Sold for $345',
    'Self-test by Owner 2',
  ]);
});

test('a self-test says as whom it was made, of which sale, and what it found in short', () => {
  const details = (about: Partial<typeof selfTest> | object) =>
    eventsOf({ ...selfTest, ...about }).find(({ kind }) => kind === 'tested')?.details;
  expect(details({})).toEqual([
    'As the seller, before the sale of Sep 10, 2026',
    '2 of 2 tests passed',
  ]);
  expect(details({ soldAt: null })?.[0]).toBe('As the seller');
  expect(details({ by: 'buyer' })?.[0]).toBe(
    'As the buyer, at the handover after the sale of Sep 10, 2026',
  );
  expect(details({ by: 'buyer', soldAt: null })?.[0]).toBe('As the buyer, at the handover');
  expect(details({ failed: ['front-camera'], notRun: ['nfc', 'location'] })?.slice(1)).toEqual([
    '2 of 5 tests passed',
    'failed: front camera',
    'not run: NFC, location',
  ]);
});

test('who never owned the phone as far as Redial knows is a seller', () => {
  const titles = eventsOf({ ...selfTest, owner: null }).map(({ title }) => title);
  expect(titles).toContain('Self-test by a seller');
});

test('what was stated has the storage as it is sold', () => {
  const reading = {
    at: '2026-09-02T10:00:00.000Z',
    model: 'iPhone 15 Pro',
    storageGb: 1024,
    batteryHealthPct: 91,
    grade: 'good',
    replacedParts: ['back-glass'],
  } satisfies Parameters<typeof passportEvents>[0]['readings'][number];
  const events = passportEvents({
    listings: [],
    readings: [reading],
    owners: [],
    selfTests: [],
  });
  expect(events[0]?.details).toEqual([
    'Battery 91%',
    'Grade: good',
    'Replaced: back glass',
    '1\u00a0TB',
    'iPhone 15 Pro',
  ]);
});
