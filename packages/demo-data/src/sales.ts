import type { Condition } from '@redial/contract';
import { type Model, models, month, releasedAt } from './models.ts';
import { askingPriceUsd } from './prices.ts';
import type { Random } from './random.ts';

/** A phone that was sold before the demo began. */
export interface DemoSale {
  readonly model: Model;
  readonly storageGb: number;
  readonly condition: Condition;
  readonly battery: number | undefined;
  readonly locked: boolean;
  readonly boxed: boolean;
  readonly priceUsd: number;
  readonly soldAt: Date;
  readonly daysListed: number;
}

/** Months of sales before the demo begins. */
const historyMonths = 24;
/** Models that are older than this, in months, are hardly traded. */
const tradedFor = 84;

/** Generates two years of sales, oldest first: more of popular models and of recent months. */
export function generateSales(random: Random, now: Date): DemoSale[] {
  const sales: DemoSale[] = [];
  for (let ago = historyMonths - 1; ago >= 0; ago--) {
    for (const model of models) {
      const start = now.getTime() - (ago + 1) * month;
      const age = (start - releasedAt(model)) / month;
      if (age < 1 || age > tradedFor) continue;
      const popular = /Pro|Ultra|^iPhone \d+$|^Galaxy S\d+$|^Xiaomi \d+$/.test(model.model);
      const count = random.int(0, popular ? 5 : 2) + (ago < 3 ? 1 : 0);
      for (let n = 0; n < count; n++) {
        sales.push(generateSale(random, model, new Date(start + random.next() * month)));
      }
    }
  }
  return sales.toSorted((a, b) => a.soldAt.getTime() - b.soldAt.getTime());
}

function generateSale(random: Random, model: Model, soldAt: Date): DemoSale {
  const condition = random.pick(conditionsByShare);
  const battery = random.chance(0.2)
    ? undefined
    : random.int(condition === 'excellent' ? 85 : condition === 'good' ? 80 : 72, 99);
  const storageGb = model.storageGb[random.chance(0.65) ? 0 : model.storageGb.length > 1 ? 1 : 0];
  const locked = random.chance(0.1);
  const boxed = random.chance(0.4);
  const daysListed = Math.max(1, Math.round(3 + Math.abs(random.normal()) * 9));
  const phone = {
    model,
    storageGb: storageGb ?? 0,
    condition,
    battery,
    locked,
    monthsSinceRelease: (soldAt.getTime() - releasedAt(model)) / month,
  };
  const priceUsd = askingPriceUsd({
    ...phone,
    boxAndReceipt: boxed,
    successorIsNew: false,
    daysListed: 0,
    // Log-normal noise, as prices of private sales have it.
    priceFactor: Math.exp(random.normal() * 0.07),
  });
  return { ...phone, boxed, priceUsd, soldAt, daysListed };
}

/** Ten phones with the shares of conditions on the market. */
const conditionsByShare: readonly Condition[] = [
  ...Array<Condition>(3).fill('excellent'),
  ...Array<Condition>(5).fill('good'),
  ...Array<Condition>(2).fill('fair'),
];
