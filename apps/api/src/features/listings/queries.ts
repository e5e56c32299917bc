import {
  type Listing,
  type ListingDetails,
  listingCompleteness,
  unknownDetails,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingDetails, models, products } from '../../db/schema/index.ts';

type DetailsRow = typeof listingDetails.$inferSelect;
type ProductRow = Pick<
  typeof products.$inferSelect,
  'id' | 'condition' | 'storageGb' | 'colour' | 'hiddenReasons' | 'sellerId' | 'removedAt'
>;

/** A product with its details and the slug of its model. */
export interface ListingRow {
  readonly product: ProductRow;
  readonly details: DetailsRow | null;
  readonly model: string | null;
}

/** @returns undefined if there is no such product. */
export async function findListing(db: Executor, id: string): Promise<ListingRow | undefined> {
  const [row] = await db
    .select({ product: products, details: listingDetails, model: models.slug })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, id));
  return row;
}

/** The details as the contract has them. */
export function toDetails({ product, details, model }: ListingRow): ListingDetails {
  const { storageGb, colour } = product;
  if (!details) return { ...unknownDetails, model, storageGb, colour };
  return {
    model,
    storageGb,
    colour,
    ramGb: details.ramGb,
    networkLock: details.networkLock,
    carrier: details.carrier,
    accountLock: details.accountLock,
    simType: details.simType,
    batteryHealthPct: details.batteryHealthPct,
    batteryCycles: details.batteryCycles,
    parts: details.parts,
    tests: details.tests,
    accessories: details.accessories,
    receipt: details.receipt,
    warrantyUntil: details.warrantyUntil,
  };
}

export function toListing(row: ListingRow): Listing {
  const { product, details } = row;
  const stated = { details: toDetails(row), defects: details?.defects ?? null };
  return {
    _id: product.id,
    condition: product.condition,
    ...stated,
    ...(details?.grade
      ? { grading: { grade: details.grade, reasons: [...details.gradeReasons] } }
      : {}),
    hidden: product.hiddenReasons.length > 0,
    notListable: product.hiddenReasons.includes('not-listable'),
    completeness: listingCompleteness(stated),
  };
}
