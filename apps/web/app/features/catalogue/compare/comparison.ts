import {
  accessoriesText,
  formatPrice,
  getUpdateSupport,
  type Listing,
  type PriceEstimate,
  type ProductDetails,
  simNames,
  storageText,
  updateSupportText,
} from '@redial/contract';
import { usePeriod } from '../../../ui/used-for.ts';

/** A phone of a comparison, as far as it could be loaded. */
export interface ComparedPhone {
  readonly id: string;
  /** Undefined if the phone is no longer offered. */
  readonly product: ProductDetails | undefined;
  readonly listing: Listing | undefined;
  readonly estimate: PriceEstimate | undefined;
}

/** A line of a comparison: one value per phone. */
export interface ComparedFact {
  readonly name: string;
  readonly values: readonly string[];
  readonly differs: boolean;
}

const unknown = 'Unknown';

/**
 * Compares phones fact by fact. What is not stated is unknown; phones that are no longer offered have no
 * values and do not make a difference.
 *
 * @param now Unix milliseconds
 */
export function comparePhones(phones: readonly ComparedPhone[], now: number): ComparedFact[] {
  return facts.map(({ name, textOf }) => {
    const values = phones.map((phone) =>
      phone.product ? (textOf({ ...phone, product: phone.product }, now) ?? unknown) : '',
    );
    const offered = values.filter((_, index) => phones[index]?.product);
    return { name, values, differs: new Set(offered).size > 1 };
  });
}

type OfferedPhone = ComparedPhone & { readonly product: ProductDetails };

const labels = { great: 'Great', fair: 'Fair', high: 'High' } as const;
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const facts: readonly {
  readonly name: string;
  readonly textOf: (phone: OfferedPhone, now: number) => string | undefined;
}[] = [
  { name: 'Price', textOf: ({ product }) => formatPrice(product.resalePrice) },
  {
    name: 'Price compared with its worth',
    textOf: ({ estimate }) => estimate?.label && labels[estimate.label],
  },
  {
    name: 'Usually costs',
    textOf: ({ estimate }) =>
      estimate && `${formatPrice(estimate.low)} to ${formatPrice(estimate.high)}`,
  },
  {
    name: 'Cost per month',
    textOf: ({ estimate }) => estimate && formatPrice(estimate.costPerMonth),
  },
  {
    name: 'Security updates',
    textOf: ({ product }, now) => {
      if (!product.model || product.model.updates.status === 'unknown') return undefined;
      const text = updateSupportText(getUpdateSupport(product.model.updates, new Date(now)));
      return capitalize(text.replace(/^Security updates:? /, ''));
    },
  },
  { name: 'Condition', textOf: ({ product }) => capitalize(product.condition) },
  {
    name: 'Grade',
    textOf: ({ listing }) => (listing?.grading ? 'Computed' : 'As stated by the seller'),
  },
  {
    name: 'Battery health',
    textOf: ({ listing }) =>
      listing?.details.batteryHealthPct ? `${listing.details.batteryHealthPct}%` : undefined,
  },
  {
    name: 'Storage',
    textOf: ({ listing }) =>
      listing?.details.storageGb ? storageText(listing.details.storageGb) : undefined,
  },
  {
    name: 'Memory',
    textOf: ({ listing }) =>
      listing?.details.ramGb ? `${listing.details.ramGb}\u00a0GB` : undefined,
  },
  { name: 'Colour', textOf: ({ listing }) => listing?.details.colour ?? undefined },
  {
    name: 'SIM',
    textOf: ({ listing }) =>
      listing?.details.simType ? simNames[listing.details.simType] : undefined,
  },
  {
    name: 'Network lock',
    textOf: ({ listing }) =>
      ({ unlocked: 'None', 'carrier-locked': 'Locked to a carrier', unknown: undefined })[
        listing?.details.networkLock ?? 'unknown'
      ],
  },
  {
    name: 'Comes with',
    textOf: ({ listing }) => (listing && accessoriesText(listing.details)) || undefined,
  },
  { name: 'Bought new in', textOf: ({ product }) => String(product.purchaseDate) },
  { name: 'Used for', textOf: ({ product }) => usePeriod(product.yearsOfUse) },
  { name: 'Location', textOf: ({ product }) => product.location },
  {
    name: 'Seller',
    textOf: ({ product }) => product.sellerName + (product.varified ? ', verified' : ''),
  },
];
