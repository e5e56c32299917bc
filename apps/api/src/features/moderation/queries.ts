import { type ReportedProduct, toDollars } from '@redial/contract';
import { and, desc, eq, isNull, max } from 'drizzle-orm';
import { products, reports, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** Lists the products with an open report, most recently reported first. */
export async function listReportedProducts({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<ReportedProduct[]> {
  const rows = await db
    .select({
      id: products.id,
      imageUrl: products.imageUrl,
      name: products.name,
      location: products.location,
      sellerName: users.name,
      sellerEmail: users.email,
      resalePriceCents: products.resalePriceCents,
      status: products.status,
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(reports.state, 'open'), isNull(products.removedAt)))
    .groupBy(products.id, users.id)
    .orderBy(desc(max(reports.createdAt)), desc(products.id));
  return rows.map(({ id, imageUrl, resalePriceCents, ...row }) => ({
    _id: id,
    ...row,
    img: absoluteImageUrl(imageUrl, settings),
    resalePrice: toDollars(resalePriceCents),
  }));
}
