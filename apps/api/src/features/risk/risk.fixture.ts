import {
  addProduct,
  decideHeldListing,
  getListingReview,
  listProducts,
  type NewProduct,
} from '@redial/contract';
import { exampleFixtures } from '@redial/contract/openapi';
import { eq, sql } from 'drizzle-orm';
import { publicUrl, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import {
  images,
  photoHashes,
  photoMatches,
  riskAssessments,
  users,
} from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

const { product: example } = exampleFixtures;
export const newProduct = (img: string, about: Partial<NewProduct> = {}): NewProduct => ({
  name: 'Galaxy S24 128 GB',
  category: 'Samsung',
  condition: 'good',
  description: example.description,
  location: example.location,
  number: example.number,
  originalPrice: 800,
  resalePrice: 400,
  purchaseDate: 2024,
  yearsOfUse: '1 year',
  img,
  ...about,
});

/**
 * Lists phones and decides about held listings.
 *
 * @param current the app of the running test, and the admin who decides unless a test names another one.
 */
export function createRiskCalls(current: () => { app: TestApp; admin: TestUser }) {
  const call: TestApp['call'] = (...args) => current().app.call(...args);

  /** An image of a seller; a copied one looks like that of somebody else. */
  async function imageOf({ id: uploadedBy }: TestUser, { copied = false } = {}): Promise<string> {
    const { app } = current();
    const id = newId();
    const imageUrl = `/images/${id}-960.jpg`;
    await app.db.insert(images).values({ id, uploadedBy, width: 960, height: 960 });
    if (copied) {
      const other = await app.insertUser('seller');
      const earlierUrl = `/images/${newId()}-960.jpg`;
      await app.db.insert(photoHashes).values([
        { imageUrl, uploadedBy },
        { imageUrl: earlierUrl, uploadedBy: other.id },
      ]);
      await app.db.insert(photoMatches).values({ imageUrl, earlierUrl, distance: 8 });
    }
    return publicUrl + imageUrl;
  }

  return {
    /** A seller who signed up long ago. */
    async knownSeller(): Promise<TestUser> {
      const { app } = current();
      const seller = await app.insertUser('seller');
      await app.db
        .update(users)
        .set({ createdAt: sql`now() - interval '90 days'` })
        .where(eq(users.id, seller.id));
      return seller;
    },
    async list(seller: TestUser, about: Partial<NewProduct> = {}, copied = false) {
      const img = await imageOf(seller, { copied });
      const body = newProduct(img, about);
      const { insertedId } = unwrap(await call(addProduct, { body, token: seller.token }));
      return { id: insertedId, body };
    },
    /** The codes of the parts of a listing's score; `undefined` if it has none. */
    async partsOf(id: string) {
      const [row] = await current()
        .app.db.select()
        .from(riskAssessments)
        .where(eq(riskAssessments.productId, id));
      return row?.parts.map(({ code }) => code).sort();
    },
    isPublic: async (id: string) =>
      unwrap(await call(listProducts, {})).some(({ _id }) => _id === id),
    review: async (seller: TestUser, id: string) =>
      unwrap(await call(getListingReview, { params: { id }, token: seller.token })),
    decide: (id: string, released: boolean, { token } = current().admin) =>
      call(decideHeldListing, {
        params: { id },
        body: { released, reason: 'Looked at it' },
        token,
      }),
  };
}
