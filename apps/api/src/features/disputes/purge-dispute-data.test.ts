import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputePhotos, returns, shippingAddresses } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { purgeContactData } from '../accounts/purge-contact-data.ts';
import { photoFileName } from './photos.ts';
import { createTradeFixture, type TradeFixture } from './trade.fixture.ts';

let app: TradeFixture;
beforeAll(async () => {
  app = await createTradeFixture();
});
afterAll(() => app.close());

/** Stores a photo of a dispute. @returns its id. */
async function addPhoto(orderId: string, disputeId: string): Promise<string> {
  const id = newId();
  const size = { width: 10, height: 10 };
  await app.db
    .insert(disputePhotos)
    .values({ id, orderId, disputeId, uploadedBy: app.buyer.id, ...size });
  await app.deps.imageStore.put(photoFileName(id), Buffer.alloc(1), 'image/jpeg');
  return id;
}

test('photos are deleted 180 days after the end, what returns no longer need after 30, with their files', async () => {
  const { db, deps } = app;
  const { orderId, disputeId } = await app.payAndDispute();
  const id = await addPhoto(orderId, disputeId);
  const hashes = { imeiHash: 'a hash', mismatchedHashes: ['another'] };
  await db.insert(returns).values({ orderId, address: 'Somewhere', ...hashes });
  await app.move(orderId, 'resolveWithRelease');
  const purgeAfter = async (days: number) => {
    await db.execute(sql`update orders set changed_at = now() - make_interval(days => ${days})
      where id = ${orderId}`);
    await app.runJobs('purge-contact-data');
    const photos = await db.select().from(disputePhotos).where(eq(disputePhotos.id, id));
    const [kept] = await db.select().from(returns).where(eq(returns.orderId, orderId));
    const file = await deps.imageStore.get(photoFileName(id));
    return {
      photos: photos.length,
      file: file !== undefined,
      address: kept?.address,
      hashes: [kept?.imeiHash, ...(kept?.mismatchedHashes ?? [])],
    };
  };
  expect(await purgeAfter(29)).toEqual({
    photos: 1,
    file: true,
    address: 'Somewhere',
    hashes: ['a hash', 'another'],
  });
  const purged = { address: null, hashes: [null] };
  expect(await purgeAfter(31)).toEqual({ photos: 1, file: true, ...purged });
  expect(await purgeAfter(181)).toEqual({ photos: 0, file: false, ...purged });
});

test('a file that the store refuses to delete keeps no other personal data', async () => {
  const { db, deps } = app;
  const { orderId, disputeId } = await app.payAndDispute();
  await addPhoto(orderId, disputeId);
  await db.insert(returns).values({ orderId, address: 'Somewhere' });
  const address = {
    name: 'Nora',
    line1: 'Street 1',
    postalCode: '1',
    city: 'Porto',
    country: 'PT',
  };
  await db.insert(shippingAddresses).values({ orderId, address });
  await app.move(orderId, 'resolveWithRelease');
  await db.execute(sql`update orders set changed_at = now() - interval '181 days'
    where id = ${orderId}`);
  const logged: string[] = [];
  const purging = purgeContactData({
    ...deps,
    imageStore: { ...deps.imageStore, delete: () => Promise.reject(new Error('access denied')) },
    log: { error: ({ err }: { err: Error }) => logged.push(err.message) } as never,
  });
  await expect(purging).rejects.toThrow('1 of');
  expect(logged).toEqual(['access denied']);
  const kept = await db.select().from(returns).where(eq(returns.orderId, orderId));
  expect(kept.map(({ address: left }) => left)).toEqual([null]);
  const addresses = eq(shippingAddresses.orderId, orderId);
  expect(await db.$count(shippingAddresses, addresses)).toBe(0);
});
