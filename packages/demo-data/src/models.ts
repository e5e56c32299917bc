import type { Category } from '@redial/contract';
import phones from './phones.json' with { type: 'json' };

/**
 * A phone model as sold by its manufacturer. Prices and dates are public launch figures; Xiaomi's
 * are European.
 */
export interface Model {
  readonly category: Category;
  /** Product line, which determines the depreciation curve. */
  readonly family: string;
  readonly model: string;
  /** First day of sale, `YYYY-MM-DD`. */
  readonly release: string;
  /** US dollars, for the smallest storage. */
  readonly launchUsd: number;
  /** Gigabytes, smallest first. */
  readonly storageGb: readonly number[];
  readonly colours: readonly string[];
}

export const models = phones as readonly Model[];

const day = 86_400_000;
/** An average month in milliseconds. */
export const month = 30.44 * day;

export const releasedAt = (model: Model): number => Date.parse(model.release);

/** Surcharge for the next larger storage, in dollars. */
export const storageStepUsd = ({ launchUsd }: Model): number => (launchUsd >= 599 ? 100 : 50);

/** Launch price of a model with the given storage, in dollars. */
export function launchPriceUsd(model: Model, storageGb: number): number {
  return model.launchUsd + storageStepUsd(model) * tiersUp(model, storageGb);
}

/** Number of steps above the smallest storage. */
export function tiersUp({ model, storageGb: sizes }: Model, storageGb: number): number {
  const tier = sizes.indexOf(storageGb);
  if (tier < 0) throw new Error(`${model} was not sold with ${storageGb} GB`);
  return tier;
}

/** `256 GB`, `1 TB`. */
export const storageText = (gb: number): string => (gb >= 1024 ? `${gb / 1024} TB` : `${gb} GB`);

/** The part of a name that all generations share: `iPhone # Pro`. */
const lineOf = ({ model }: Model): string => model.replace(/\d+/g, '#');

/** Whether a newer generation of the same line was released within the last 60 days. */
export function hasNewSuccessor(model: Model, now: number): boolean {
  return models.some(
    (other) =>
      lineOf(other) === lineOf(model) &&
      releasedAt(other) > releasedAt(model) &&
      releasedAt(other) <= now &&
      now - releasedAt(other) <= 60 * day,
  );
}
