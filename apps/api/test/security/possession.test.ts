import * as contract from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { images, models, products } from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { newProductInput, publicUrl, resultCode, unwrap } from '../test-app.ts';
import { insertPossessionProof } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { createListeningServer, type ListeningServer } from './listening-server.fixture.ts';

/*
 * What is verified of one phone and said of another.
 */

let app: ListeningServer;
beforeAll(async () => {
  app = await createListeningServer();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('verified possession', () => {
  const imageUrl = '/images/phone.jpg';
  const isVerified = async (id: string) =>
    unwrap(
      await app.call(contract.getPossessionStatus, { params: { id }, token: app.seller.token }),
    ).verifiedAt !== null;
  const insert = () => app.insertProduct(app.seller, { name: 'A mystery', imageUrl });
  const submit = (productId: string) => insertPossessionProof(app, productId);
  const accept = async (id: string) =>
    resultCode(
      await app.call(contract.decidePossessionProof, {
        params: { id },
        body: { accepted: true },
        token: app.admin.token,
      }),
    );
  const edit = async (id: string, about: object) =>
    unwrap(
      await app.call(contract.editProduct, {
        params: { id },
        body: { ...newProductInput({ name: 'A mystery', img: publicUrl + imageUrl }), ...about },
        token: app.seller.token,
      }),
    );
  const change = async (id: string, body: contract.ListingChange) =>
    unwrap(
      await app.call(contract.changeListing, { params: { id }, body, token: app.seller.token }),
    );
  const addPhotoInFront = async (id: string) => {
    const { token } = app.seller;
    const params = { id };
    const imageId = newId();
    await app.db
      .insert(images)
      .values({ id: imageId, uploadedBy: app.seller.id, width: 960, height: 960 });
    const img = `${publicUrl}/images/${imageId}-960.jpg`;
    const added = unwrap(
      await app.call(contract.addListingPhoto, { params, body: { img }, token }),
    );
    const photos = [{ _id: added.insertedId }, { _id: id }];
    unwrap(await app.call(contract.setPhotoOrder, { params, body: { photos }, token }));
  };

  test.each([
    ['a model', (id: string) => change(id, { model: 'iphone-13' })],
    ['a storage size', (id: string) => change(id, { storageGb: 256 })],
    ['a colour', (id: string) => change(id, { colour: 'Blue' })],
    ['another description', (id: string) => edit(id, { description: 'A better phone.' })],
    ['another main photo', addPhotoInFront],
    ['an IMEI', (id: string) => app.claim(id, app.newImei())],
  ])(
    'does not outlast %s that the seller states, nor does a photo that waits',
    async (_what, act) => {
      const id = await insert();
      expect(await accept(await submit(id))).toBe('ok');
      expect(await isVerified(id)).toBe(true);
      await act(id);
      expect(await isVerified(id)).toBe(false);
      const other = await insert();
      const proof = await submit(other);
      await act(other);
      expect(await accept(proof)).toBe('possession-proof.listing-changed');
    },
  );

  test('does not outlast another IMEI, nor its removal', async () => {
    const id = await insert();
    await app.claim(id, app.newImei());
    expect(await accept(await submit(id))).toBe('ok');
    await app.claim(id, app.newImei());
    expect(await isVerified(id)).toBe(false);
    expect(await accept(await submit(id))).toBe('ok');
    const { token } = app.seller;
    unwrap(await app.call(contract.removeListingImei, { params: { id }, token }));
    expect(await isVerified(id)).toBe(false);
  });

  test('stays with another price or location, advertising, and the same texts', async () => {
    const id = await insert();
    const imei = app.newImei();
    await app.claim(id, imei);
    const contactData = { description: 'Call 503 288 1734' };
    await edit(id, contactData);
    expect(await accept(await submit(id))).toBe('ok');
    const proof = await submit(id);
    await edit(id, { ...contactData, resalePrice: 299, location: 'Lyon' });
    await app.claim(id, imei);
    unwrap(await app.call(contract.advertiseProduct, { params: { id }, token: app.seller.token }));
    // As a release with another filter does.
    await app.db.execute(
      sql`update products set description = written ->> 'description', written = null where id = ${id}`,
    );
    await app.runJobs('filter-listings');
    expect(await isVerified(id)).toBe(true);
    expect(await accept(proof)).toBe('ok');
  });

  test('stays when the job finds the model', async () => {
    const id = await app.insertProduct(app.seller, { name: 'iPhone 13 128 GB', imageUrl });
    await app.db
      .update(products)
      .set({ possessionVerifiedAt: new Date() })
      .where(eq(products.id, id));
    await app.runJobs('match-models');
    const [row] = await app.db
      .select({ slug: models.slug })
      .from(products)
      .innerJoin(models, eq(models.id, products.modelId))
      .where(eq(products.id, id));
    expect(row?.slug).toBe('iphone-13');
    expect(await isVerified(id)).toBe(true);
    unwrap(
      await app.call(contract.changeListing, {
        params: { id },
        body: { model: 'iphone-14' },
        token: app.seller.token,
      }),
    );
    expect(await isVerified(id)).toBe(false);
  });
});
