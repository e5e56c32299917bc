import { formatPrice, type ModelSummary, maxExactCount } from '@redial/contract';
import { countText } from '../../ui/count.ts';

/** How many phones of a model are on offer, and from which price: `12 from $199`. */
export const offersText = ({
  offers,
  fromPrice,
}: {
  readonly offers: number;
  readonly fromPrice?: number | undefined;
}): string =>
  fromPrice === undefined ? 'none' : `${countText(offers)} from\u00a0${formatPrice(fromPrice)}`;

/** The number of offers for search engines; none if they were not all counted. */
export const offerCount = ({ offers }: Pick<ModelSummary, 'offers'>): { offerCount?: number } =>
  offers > maxExactCount ? {} : { offerCount: offers };
