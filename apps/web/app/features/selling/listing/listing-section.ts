import type {
  BlindOffer,
  Listing,
  ModelSummary,
  OfferRules,
  PossessionStatus,
  PricePlan,
  Product,
  SelfTestReport,
} from '@redial/contract';
import type { ComponentType } from 'react';

/** What the sections of a listing's page show and change. */
export interface ListingPageData {
  readonly product: Product;
  readonly listing: Listing;
  /** The model in the catalogue; undefined if it is not known. */
  readonly model: ModelSummary | undefined;
  /** The models of the product's category. */
  readonly models: readonly ModelSummary[];
  readonly plan: PricePlan | null;
  readonly offerRules: OfferRules;
  readonly blindOffers: readonly BlindOffer[];
  readonly imeis: readonly string[];
  readonly possession: PossessionStatus;
  readonly selfTest: SelfTestReport | null;
  readonly now: number;
}

export interface SectionProps {
  readonly data: ListingPageData;
}

/** A part of a listing's page, which opens and closes. */
export interface ListingSection {
  /** The id of its element, for links to it. */
  readonly id: string;
  readonly title: string;
  /** What is stated, in a few words; empty if nothing is. */
  readonly summary: (data: ListingPageData) => string;
  /** The missing items of `Listing.completeness` that this section adds. */
  readonly covers?: readonly string[];
  readonly Section: ComponentType<SectionProps>;
}
