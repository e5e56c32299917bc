import type { Product } from '@redial/contract';
import { toDollars } from '@redial/contract';
import type { GetColumnData } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** The columns that the API's representation of a product needs, joined with the seller's. */
export const productColumns = {
  id: products.id,
  name: products.name,
  imageUrl: products.imageUrl,
  sellerName: users.name,
  sellerEmail: users.email,
  verified: users.verified,
  status: products.status,
  originalPriceCents: products.originalPriceCents,
  resalePriceCents: products.resalePriceCents,
  sellerPhone: products.sellerPhone,
  location: products.location,
  purchaseYear: products.purchaseYear,
  yearsOfUse: products.yearsOfUse,
  category: products.category,
  condition: products.condition,
  description: products.description,
  advertised: products.advertised,
  postedAt: products.postedAt,
  isPaid: products.isPaid,
};

/** A selected row. Nullable columns are `null` in it. */
export type ProductRow = {
  [K in keyof typeof productColumns]: GetColumnData<(typeof productColumns)[K]>;
};

/**
 * Maps a row to the contract's product. Anonymous viewers get the seller's number and e-mail
 * masked.
 */
export function toProduct(
  row: ProductRow,
  viewer: User | undefined,
  settings: Pick<Settings, 'publicUrl'>,
): Product {
  return {
    _id: row.id,
    name: row.name,
    img: absoluteImageUrl(row.imageUrl, settings),
    sellerName: row.sellerName,
    sellerEmail: viewer ? row.sellerEmail : maskEmail(row.sellerEmail),
    varified: row.verified,
    status: row.status,
    originalPrice: toDollars(row.originalPriceCents),
    resalePrice: toDollars(row.resalePriceCents),
    number: viewer ? row.sellerPhone : maskNumber(row.sellerPhone),
    location: row.location,
    purchaseDate: row.purchaseYear,
    yearsOfUse: row.yearsOfUse,
    category: row.category,
    condition: row.condition,
    description: row.description,
    advertised: row.advertised,
    postDate: row.postedAt.toISOString(),
    isPaid: row.isPaid,
  };
}

/** `rana@mail.com` becomes `r•••@mail.com`. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1•••');

/** Every digit but the last two becomes a dot: `+1 555-0142` becomes `+• •••-••42`. */
const maskNumber = (number: string): string => number.replace(/\d(?=.*\d.*\d)/gs, '•');
