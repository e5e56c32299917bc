import type { Product, UpdatePolicy } from '@redial/contract';
import { toDollars } from '@redial/contract';
import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import { models, products, users } from '../../db/schema/index.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import { deletedAccountName } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** The columns that the API's representation of a product needs: of the product, its seller (inner join) and its model (left join). */
export const productColumns = {
  id: products.id,
  name: products.name,
  imageUrl: products.imageUrl,
  sellerId: products.sellerId,
  sellerName: users.name,
  sellerEmail: users.email,
  sellerRemovedAt: users.removedAt,
  verified: users.verified,
  status: products.status,
  originalPriceCents: products.originalPriceCents,
  resalePriceCents: products.resalePriceCents,
  sellerPhone: products.sellerPhone,
  location: products.location,
  placeId: products.placeId,
  purchaseYear: products.purchaseYear,
  yearsOfUse: products.yearsOfUse,
  category: products.category,
  condition: products.condition,
  description: products.description,
  advertised: products.advertised,
  postedAt: products.postedAt,
  isPaid: products.isPaid,
  heldUntil: products.heldUntil,
  holdReason: products.holdReason,
  priceLabel: products.priceLabel,
  costPerMonthCents: products.costPerMonthCents,
  possessionVerifiedAt: products.possessionVerifiedAt,
  updateStatus: sql<UpdatePolicy['status'] | null>`${models.updateStatus}`,
  updatesUntil: sql<string | null>`${models.updatesUntil}`,
};

/** A selected row. Nullable columns are `null` in it. */
export type ProductRow = {
  [K in keyof typeof productColumns]: (typeof productColumns)[K] extends SQL<infer Value>
    ? Value
    : GetColumnData<Exclude<(typeof productColumns)[K], SQL>>;
};

/** The columns of the product itself. */
type StoredRow = Pick<ProductRow, keyof ProductRow & keyof typeof products.$inferSelect>;

/** What a seller states about a phone, in the contract's form. Orders keep a copy of it. */
export const toStatedFields = (row: StoredRow) => ({
  name: row.name,
  originalPrice: toDollars(row.originalPriceCents),
  resalePrice: toDollars(row.resalePriceCents),
  purchaseDate: row.purchaseYear,
  yearsOfUse: row.yearsOfUse,
  category: row.category,
  condition: row.condition,
  description: row.description,
});

/**
 * Maps a row to the contract's product, with the seller's number and e-mail address masked. A sold phone
 * outlives its seller's account, of which it then shows nothing.
 */
export function toProduct(row: ProductRow, settings: Pick<Settings, 'publicUrl'>): Product {
  const product = toWholeProduct(row, settings);
  if (row.sellerRemovedAt !== null) {
    return {
      ...product,
      sellerName: deletedAccountName,
      sellerEmail: '',
      varified: false,
      number: '',
    };
  }
  return {
    ...product,
    sellerName: hideContactsIn(product.sellerName),
    sellerEmail: maskEmail(product.sellerEmail),
    number: maskNumber(product.number),
  };
}

/**
 * Maps a row to the contract's product with contact data, and with the texts as the seller wrote them,
 * for its seller and admins only.
 */
export function toOwnProduct(
  { written, ...row }: ProductRow & Pick<typeof products.$inferSelect, 'written'>,
  settings: Pick<Settings, 'publicUrl'>,
): Product {
  const hasHidden = written !== null && Object.keys(written).length > 0;
  return {
    ...toWholeProduct(row, settings),
    ...written,
    ...(hasHidden ? { contactsHidden: true as const } : {}),
  };
}

function toWholeProduct(row: ProductRow, settings: Pick<Settings, 'publicUrl'>): Product {
  return {
    _id: row.id,
    ...toStatedFields(row),
    img: absoluteImageUrl(row.imageUrl, settings),
    sellerName: row.sellerName,
    sellerEmail: row.sellerEmail,
    varified: row.verified,
    status: row.status,
    number: row.sellerPhone,
    location: row.location,
    advertised: row.advertised,
    postDate: row.postedAt.toISOString(),
    isPaid: row.isPaid,
    ...toAnnounced(row),
    ...toHold(row),
    ...(row.priceLabel === null || row.priceLabel === 'suspicious'
      ? {}
      : { priceLabel: row.priceLabel }),
    ...(row.costPerMonthCents === null ? {} : { costPerMonth: toDollars(row.costPerMonthCents) }),
    ...(row.possessionVerifiedAt === null
      ? {}
      : { possessionVerifiedAt: row.possessionVerifiedAt.toISOString() }),
  };
}

const toHold = ({
  status,
  isPaid,
  heldUntil,
  holdReason: reason,
}: ProductRow): Pick<Product, 'hold'> =>
  status === 'Sold' && !isPaid && heldUntil && reason
    ? { hold: { until: heldUntil.toISOString(), reason } }
    : {};

const toAnnounced = ({
  updateStatus: status,
  updatesUntil: until,
}: ProductRow): Pick<Product, 'updates'> =>
  status === null ? {} : { updates: { status, ...(until === null ? {} : { until }) } };

/** `rana@mail.com` becomes `r•••@mail.com`. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••');

/**
 * Every digit, of any script, but the last two becomes a dot: `+1 555-0142` becomes `+• •••-••42`.
 * `\p{N}` includes `\p{Nd}` and numerals such as circled ones.
 */
const maskNumber = (number: string): string => number.replace(/\p{N}(?=.*\p{N}.*\p{N})/gsu, '•');
