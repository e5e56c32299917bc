import { addProduct } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { createTestApp, newProductInput, publicUrl, unwrap } from '../../../test/test-app.ts';
import { images, models, products, sales } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

/** The API on 22 November 2026, with a seller who lists phones, and sales of models. */
export async function createModelsFixture() {
  const app = await createTestApp();
  const seller = await app.insertUser('seller');
  const imageId = newId();
  await app.db
    .insert(images)
    .values({ id: imageId, uploadedBy: seller.id, width: 960, height: 960 });
  const img = `${publicUrl}/images/${imageId}-960.jpg`;
  const resetClock = () => app.setNow(new Date('2026-11-22T10:00:00Z'));
  resetClock();

  async function add(about: Parameters<typeof newProductInput>[0]): Promise<string> {
    const body = newProductInput({ img, ...about });
    return unwrap(await app.call(addProduct, { body, token: seller.token })).insertedId;
  }

  async function modelId(slug: string): Promise<number> {
    const [row] = await app.db.select({ id: models.id }).from(models).where(eq(models.slug, slug));
    if (!row) throw new Error(`there is no ${slug}`);
    return row.id;
  }

  async function sell(
    slug: string,
    dollars: readonly number[],
    more: Partial<typeof sales.$inferInsert> = {},
  ): Promise<void> {
    const id = await modelId(slug);
    await app.db.insert(sales).values(
      dollars.map((price) => ({
        id: newId(),
        modelId: id,
        storageGb: 128,
        condition: 'good' as const,
        priceCents: price * 100,
        soldOn: '2026-11-01',
        daysListed: 8,
        ...more,
      })),
    );
  }

  const variantOf = async (id: string) => {
    const [row] = await app.db
      .select({ slug: models.slug, storageGb: products.storageGb, colour: products.colour })
      .from(products)
      .leftJoin(models, eq(models.id, products.modelId))
      .where(eq(products.id, id));
    return row;
  };

  return { ...app, seller, img, resetClock, add, modelId, sell, variantOf };
}

export type ModelsFixture = Awaited<ReturnType<typeof createModelsFixture>>;
