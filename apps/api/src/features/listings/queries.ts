import {
  type Defect,
  type FormFactor,
  type Listing,
  type ListingDetails,
  listingCompleteness,
  unknownDetails,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import {
  listingDetails,
  models,
  possessionProofs,
  products,
  selfTests,
} from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { findPhotos, findPriceChanges } from '../selling/index.ts';

type DetailsRow = typeof listingDetails.$inferSelect;
type ProductRow = Pick<typeof products.$inferSelect, keyof typeof productColumns>;

const productColumns = {
  id: products.id,
  imageUrl: products.imageUrl,
  condition: products.condition,
  storageGb: products.storageGb,
  colour: products.colour,
  hiddenReasons: products.hiddenReasons,
  sellerId: products.sellerId,
  possessionVerifiedAt: products.possessionVerifiedAt,
  removedAt: products.removedAt,
};

/** A product with its details, and slug and form factor of its model. */
export interface ListingRow {
  readonly product: ProductRow;
  readonly details: DetailsRow | null;
  readonly model: string | null;
  readonly formFactor: FormFactor | null;
  /** Whether a photo that proves its possession waits for a decision. */
  readonly hasWaitingProof: boolean;
  /** Whether its seller has tested this phone. */
  readonly hasSelfTest: boolean;
}

const listingById = prepareOnce((db) =>
  db
    .select({
      product: productColumns,
      details: listingDetails,
      model: models.slug,
      formFactor: models.formFactor,
      hasSelfTest: sql<boolean>`exists (select from ${selfTests}
        where ${selfTests.productId} = ${products.id} and ${selfTests.party} = 'seller'
          and ${selfTests.productName} = ${products.name})`,
      hasWaitingProof: sql<boolean>`exists (select from ${possessionProofs}
        where ${possessionProofs.productId} = ${products.id} and ${possessionProofs.state} = 'submitted')`,
    })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, sql.placeholder('id'))),
);

/** @returns undefined if there is no such product. */
export async function findListing(db: Executor, id: string): Promise<ListingRow | undefined> {
  const [row] = await listingById(db).execute({ id });
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

/** Defects with the absolute URLs of their close-ups. */
export const toDefects = (
  defects: readonly Defect[],
  settings: Pick<Settings, 'publicUrl'>,
): Defect[] =>
  defects.map((defect) =>
    defect.photo ? { ...defect, photo: absoluteImageUrl(defect.photo, settings) } : defect,
  );

/** Presents a listing in the contract's form, with its photos and price changes. */
export async function toListing(
  db: Executor,
  row: ListingRow,
  settings: Pick<Settings, 'publicUrl'>,
): Promise<Listing> {
  const { product, details, formFactor } = row;
  const defects = details?.defects ? toDefects(details.defects, settings) : null;
  const stated = { details: toDetails(row), defects };
  return {
    _id: product.id,
    condition: product.condition,
    photos: await findPhotos(db, product, settings),
    priceChanges: await findPriceChanges(db, product.id),
    formFactor,
    ...stated,
    ...(details?.grade
      ? { grading: { grade: details.grade, reasons: [...details.gradeReasons] } }
      : {}),
    hidden: product.hiddenReasons.length > 0,
    notListable: product.hiddenReasons.includes('not-listable'),
    completeness: listingCompleteness({
      ...stated,
      hasPossessionProof: product.possessionVerifiedAt !== null || row.hasWaitingProof,
      hasSelfTest: row.hasSelfTest,
    }),
  };
}
