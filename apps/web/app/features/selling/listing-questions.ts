import { formatPrice, type ModelSummary, type ProductFacets } from '@redial/contract';
import { parsePrice } from '../../ui/price-input.ts';
import type { ListingFormValues } from './listing-form.ts';

/** Number of similar products from which their prices are considered representative. */
const minSimilarProducts = 3;

/** Factor by which a price may differ from those of similar products. */
const maxPriceFactor = 2;

/** What is needed of the facets of similar products. */
type Similar = Pick<ProductFacets, 'total' | 'price'>;

/** Questions about a valid but implausible price in dollars. */
export function priceQuestions(
  resale: number,
  original: number,
  similar: Similar | undefined,
): string[] {
  const usual = similar && similar.total >= minSimilarProducts ? similar.price : undefined;
  const questions: string[] = [];
  if (usual && (resale * maxPriceFactor < usual.min || resale > usual.max * maxPriceFactor)) {
    questions.push(
      `Similar phones cost ${formatPrice(usual.min)} to ${formatPrice(usual.max)}. Is ${formatPrice(resale)} right?`,
    );
  }
  if (resale > original) {
    questions.push(
      `The resale price of ${formatPrice(resale)} is above the original price of ${formatPrice(original)}. Is that right?`,
    );
  }
  return questions;
}

/**
 * Questions about valid but implausible values; the seller may confirm them.
 *
 * @param values valid form values
 * @param similar facets of similar products, if they could be loaded
 * @param models models that the name may mean
 */
export function listingQuestions(
  values: ListingFormValues,
  thisYear: number,
  similar: Similar | undefined,
  models: readonly Model[] = [],
): string[] {
  const age = thisYear - Number(values.purchaseDate);
  const model = models.find((one) => isNamedLike(one, modelQuery(values)));
  const releaseYear = model && Number(model.releasedOn.slice(0, 4));
  const questions = [
    ...priceQuestions(dollarsOf(values.resalePrice), dollarsOf(values.originalPrice), similar),
    releaseYear && Number(values.purchaseDate) < releaseYear
      ? `The ${model.name} came out in ${releaseYear}. Was it bought in ${values.purchaseDate}?`
      : undefined,
    Number(values.yearsOfUse) > age + 1
      ? `Bought in ${values.purchaseDate} and used for ${values.yearsOfUse} years: is that right?`
      : undefined,
  ];
  return questions.filter((question) => question !== undefined);
}

/** Search query for similar products: the model and storage, without the colour. */
export const similarQuery = ({ name }: Pick<ListingFormValues, 'name'>): string =>
  (name.split(',')[0] ?? name).trim().slice(0, 100);

/** Search query for the model: without storage and colour. */
export const modelQuery = (values: ListingFormValues): string =>
  similarQuery(values)
    .replace(/\b\d+\s*[GT]B\b.*$/i, '')
    .trim();

/** What is needed of a model of the catalogue. */
type Model = Pick<ModelSummary, 'name' | 'brand' | 'aliases' | 'releasedOn'>;

/** Whether a name is that of the model, with or without its brand, however it is spaced. */
function isNamedLike({ name, brand, aliases }: Model, text: string): boolean {
  const joined = joinWords(text);
  return [name, ...aliases].some((one) =>
    [joinWords(one), joinWords(brand + one)].includes(joined),
  );
}

const joinWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{N}]/gu, '');

function dollarsOf(text: string): number {
  const price = parsePrice(text);
  return price.kind === 'amount' ? price.dollars : Number.NaN;
}
