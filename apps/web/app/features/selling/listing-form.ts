import {
  type Category,
  type Condition,
  formatNumber,
  formatPrice,
  listingBounds,
  type NewProduct,
  priceBounds,
  toCents,
  toDollars,
  yearsOfUseText,
} from '@redial/contract';

/** The texts of the form Add A New Product, as they are typed; the picture is kept apart. */
export interface ListingTexts {
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

export const emptyListing: ListingTexts = {
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

/** Longest mobile number, in characters. */
const numberLength = 40;

/** A price in dollars as typed, with or without `$` and thousands; not a number where it is none. */
export function typedDollars(text: string): number {
  const plain = text.trim().replace(/^\$\s*/, '');
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/.test(plain)
    ? Number(plain.replaceAll(',', ''))
    : Number.NaN;
}

/**
 * What is wrong with each text, in words; nothing where the listing can be sent.
 *
 * @param thisYear the year of purchase cannot be later
 */
export function listingProblems(
  texts: ListingTexts,
  thisYear: number,
): Partial<Record<keyof ListingTexts, string>> {
  const { min: firstYear } = listingBounds.purchaseDate;
  const { min: leastUse, max: mostUse } = listingBounds.yearsOfUse;
  const problems: Record<keyof ListingTexts, string | undefined> = {
    name: textProblem('the product name', texts.name, listingBounds.name),
    originalPrice: priceProblem('the original price', texts.originalPrice),
    resalePrice: priceProblem('the resale price', texts.resalePrice),
    number: textProblem('your mobile number', texts.number, numberLength),
    location: textProblem('the location', texts.location, listingBounds.location),
    purchaseDate: wholeProblem('the year of purchase', texts.purchaseDate, firstYear, thisYear),
    yearsOfUse: wholeProblem('the years of use', texts.yearsOfUse, leastUse, mostUse),
    category: texts.category ? undefined : 'Choose a category',
    condition: texts.condition ? undefined : 'Choose a condition',
    description: textProblem('a description', texts.description, listingBounds.description),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

/**
 * The listing to send.
 *
 * @param texts without problems
 * @param img address that the image host answered
 */
export function listingOf(texts: ListingTexts, img: string): NewProduct {
  const { category, condition } = texts;
  if (!category || !condition) throw new Error('a listing without category or condition');
  return {
    name: texts.name.trim(),
    img,
    originalPrice: typedDollars(texts.originalPrice),
    resalePrice: typedDollars(texts.resalePrice),
    number: texts.number.trim(),
    location: texts.location.trim(),
    purchaseDate: Number(texts.purchaseDate),
    yearsOfUse: yearsOfUseText(Number(texts.yearsOfUse)),
    category,
    condition,
    description: texts.description.trim(),
  };
}

/** The form's field that a problem of the API names (`body.resalePrice`), if it names one. */
export function fieldAtFault(field: string | undefined): keyof ListingTexts | 'img' | undefined {
  const name = field?.replace(/^body\./, '');
  if (name === 'img') return name;
  return (Object.keys(emptyListing) as (keyof ListingTexts)[]).find((known) => known === name);
}

function textProblem(what: string, text: string, longest: number): string | undefined {
  const { length } = text.trim();
  if (length === 0) return `Enter ${what}`;
  return length > longest
    ? `Use at most ${formatNumber(longest)} characters, these are ${formatNumber(length)}`
    : undefined;
}

function priceProblem(what: string, text: string): string | undefined {
  if (text.trim() === '') return `Enter ${what}`;
  const dollars = typedDollars(text);
  if (Number.isNaN(dollars)) return 'Enter a price in dollars, such as 349.50';
  const cents = toCents(dollars);
  if (cents === undefined) return 'Use at most two decimals';
  const { minCents, maxCents } = priceBounds;
  return cents < minCents || cents > maxCents
    ? `The price must be between ${formatPrice(toDollars(minCents))} and ${formatPrice(toDollars(maxCents))}`
    : undefined;
}

function wholeProblem(what: string, text: string, least: number, most: number): string | undefined {
  if (text.trim() === '') return `Enter ${what}`;
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most
    ? undefined
    : `Enter a whole number from ${least} to ${most}`;
}
