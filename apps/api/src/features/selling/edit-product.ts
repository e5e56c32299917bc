import type { NewProduct } from '@redial/contract';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { parseListing, requireUploadedImage } from './add-product.ts';
import { explainRefusal, ownAvailableProduct } from './own-product.ts';

/**
 * Replaces the seller's fields of the seller's own product. The current image may stay, whoever hosts
 * it. An ordered product does not change: its buyer ordered what was described.
 *
 * @returns the number of records changed.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function editProduct(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'imageHost'>,
  actor: User,
  { id, ...input }: NewProduct & { id: string },
): Promise<number> {
  const current = await explainRefusal(deps.db, actor, id);
  const listing = parseListing(input, deps.clock.now().getUTCFullYear());
  const keepsImage = input.img === absoluteImageUrl(current.imageUrl, deps.settings);
  const imageUrl = keepsImage
    ? current.imageUrl
    : await requireUploadedImage(deps, actor, input.img);
  for (;;) {
    const changed = await deps.db
      .update(products)
      .set({ ...listing, imageUrl })
      .where(ownAvailableProduct(actor, id))
      .returning({ id: products.id });
    if (changed.length > 0) return changed.length;
    // Ordered or removed meanwhile; if the order was closed again, the update is retried.
    await explainRefusal(deps.db, actor, id);
  }
}
