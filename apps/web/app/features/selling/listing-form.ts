import {
  type Category,
  type Condition,
  formatNumber,
  isPhoneNumber,
  listingLimits,
  type NewProduct,
  type Product,
  yearsOfUseText,
} from '@redial/contract';
import { parsePrice } from '../../ui/price-input.ts';
import { toDollarAmount, validatePrice } from './listing-price.ts';

/** Values of the form Add A New Product as typed; the image is handled separately. */
export interface ListingFormValues {
  readonly name: string;
  readonly originalPrice: string;
  readonly resalePrice: string;
  readonly number: string;
  readonly location: string;
  readonly purchaseDate: string;
  readonly yearsOfUse: string;
  readonly category: Category | '';
  readonly condition: Condition | '';
  readonly description: string;
}

export const emptyListingForm: ListingFormValues = {
  name: '',
  originalPrice: '',
  resalePrice: '',
  number: '',
  location: '',
  purchaseDate: '',
  yearsOfUse: '',
  category: '',
  condition: '',
  description: '',
};

/** The form values of an existing product. */
export const formValuesOf = (product: Product): ListingFormValues => ({
  name: product.name,
  originalPrice: String(product.originalPrice),
  resalePrice: String(product.resalePrice),
  number: product.number,
  location: product.location,
  purchaseDate: String(product.purchaseDate),
  yearsOfUse: String(Number.parseInt(product.yearsOfUse, 10)),
  category: product.category,
  condition: product.condition,
  description: product.description,
});

/** The form values of a new listing for the same phone, without what changes from seller to seller. */
export const formValuesLike = (product: Product): ListingFormValues => ({
  ...formValuesOf(product),
  resalePrice: '',
  number: '',
  location: '',
  yearsOfUse: '',
  description: '',
});

/** An empty image. */
const noImage =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E';

/**
 * A product from what has been typed so far, with placeholders for what is missing or not valid.
 *
 * @param about.product the product that is changed, if it is not a new one
 */
export function toPreview(
  texts: ListingFormValues,
  about: { img: string | undefined; product: Product | undefined; sellerName: string },
): Product {
  const dollars = (text: string) => {
    const price = parsePrice(text);
    return price.kind === 'amount' ? price.dollars : 0;
  };
  return {
    // Not that of the product: the card would show its seller what buyers do not see.
    _id: 'preview',
    name: texts.name.trim() || 'Product name',
    img: about.img ?? noImage,
    sellerName: about.sellerName,
    sellerEmail: '',
    varified: about.product?.varified ?? false,
    status: 'Available',
    originalPrice: dollars(texts.originalPrice),
    resalePrice: dollars(texts.resalePrice),
    number: '',
    location: texts.location.trim() || 'Location',
    purchaseDate: Number(texts.purchaseDate) || 0,
    yearsOfUse: yearsOfUseText(Number(texts.yearsOfUse) || 0),
    category: texts.category || 'Iphone',
    condition: texts.condition || 'good',
    description: texts.description.trim() || 'Description',
    advertised: false,
    postDate: about.product?.postDate ?? new Date().toISOString(),
    isPaid: false,
  };
}

/** Maximum length of a mobile number in characters. */
const maxPhoneLength = 40;

/**
 * Validates the form; returns an error message per invalid field.
 *
 * @param thisYear latest valid year of purchase
 */
export function validateListing(
  texts: ListingFormValues,
  thisYear: number,
): Partial<Record<keyof ListingFormValues, string>> {
  const { min: firstYear } = listingLimits.purchaseDate;
  const { min: leastUse, max: mostUse } = listingLimits.yearsOfUse;
  const errors: Record<keyof ListingFormValues, string | undefined> = {
    name: validateText('the product name', texts.name, listingLimits.name),
    originalPrice: validatePrice('the original price', texts.originalPrice),
    resalePrice: validatePrice('the resale price', texts.resalePrice),
    number: validatePhone(texts.number),
    location: validateText('the location', texts.location, listingLimits.location),
    purchaseDate: validateInteger('the year of purchase', texts.purchaseDate, firstYear, thisYear),
    yearsOfUse: validateInteger('the years of use', texts.yearsOfUse, leastUse, mostUse),
    category: texts.category ? undefined : 'Choose a category',
    condition: texts.condition ? undefined : 'Choose a condition',
    description: validateText('a description', texts.description, listingLimits.description),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}

/**
 * Converts validated form values to the request body.
 *
 * @param texts valid form values
 * @param img URL returned by the image host
 */
export function toNewProduct(texts: ListingFormValues, img: string): NewProduct {
  const { category, condition } = texts;
  if (!category || !condition) throw new Error('a listing without category or condition');
  return {
    name: texts.name.trim(),
    img,
    originalPrice: toDollarAmount(texts.originalPrice),
    resalePrice: toDollarAmount(texts.resalePrice),
    number: texts.number.trim(),
    location: texts.location.trim(),
    purchaseDate: Number(texts.purchaseDate),
    yearsOfUse: yearsOfUseText(Number(texts.yearsOfUse)),
    category,
    condition,
    description: texts.description.trim(),
  };
}

/** Maps the field of an API error (`body.resalePrice`) to the form's field, if there is one. */
export function fieldFromError(
  field: string | undefined,
): keyof ListingFormValues | 'img' | undefined {
  const name = field?.replace(/^body\./, '');
  if (name === 'img') return name;
  return (Object.keys(emptyListingForm) as (keyof ListingFormValues)[]).find(
    (known) => known === name,
  );
}

function validateText(what: string, text: string, maxLength: number): string | undefined {
  // In characters, as the server counts: an emoji is one.
  const { length } = [...text.trim()];
  if (length === 0) return `Enter ${what}`;
  return length > maxLength
    ? `Use at most ${formatNumber(maxLength)} characters, these are ${formatNumber(length)}`
    : undefined;
}

function validatePhone(text: string): string | undefined {
  return (
    validateText('your mobile number', text, maxPhoneLength) ??
    (isPhoneNumber(text) ? undefined : 'Enter a phone number, such as +1 202-555-0142')
  );
}

function validateInteger(what: string, text: string, min: number, max: number): string | undefined {
  if (text.trim() === '') return `Enter ${what}`;
  const number = Number(text);
  return Number.isInteger(number) && number >= min && number <= max
    ? undefined
    : `Enter a whole number from ${min} to ${max}`;
}
