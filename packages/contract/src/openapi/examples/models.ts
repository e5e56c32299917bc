import type { ModelSummary } from '../../models.ts';
import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

const model = {
  slug: 'iphone-14-plus',
  category: 'Iphone',
  brand: 'Apple',
  name: 'iPhone 14 Plus',
  aliases: ['14 Plus'],
  releasedOn: '2022-10-07',
  formFactor: 'slab',
  screenInches: 6.7,
  launchPrice: 899,
  storageStep: 100,
  priceSource: 'public-dataset',
  curve: 'iphone',
  storageGb: [128, 256, 512],
  colours: ['(PRODUCT)RED', 'Blue', 'Midnight', 'Purple', 'Starlight', 'Yellow'],
  updates: {
    status: 'supported',
    source: 'https://endoflife.date (commit a70eca3)',
    asOf: '2026-08-22',
  },
  offers: 0,
  estimate: 235,
  costPerMonth: 4.58,
} satisfies ModelSummary;

export const modelExamples = {
  listModels: {
    tag: 'Models',
    description:
      'The model catalogue by brand, newest first, each with the number of offers, what it is worth in good condition with the smallest storage, and what a month of use costs. With `q`, the models that a name being typed may mean.',
    query: { q: 'iphone 14 pl', category: 'Iphone' },
    response: [model],
  },
  getModel: {
    tag: 'Models',
    description:
      'A model with its market: what it is worth, what it will be worth, what a month of use costs, and how fast it sells. A model without data has no numbers.',
    params: { slug: 'iphone-14-plus' },
    response: {
      ...model,
      band: { low: 214, expected: 235, high: 256 },
      forecast: [
        { months: 12, low: 158, expected: 175, high: 189 },
        { months: 24, low: 113, expected: 125, high: 135 },
      ],
      medianDaysToSell: 9,
    },
  },
  getPriceHistory: {
    tag: 'Models',
    description: 'The median prices of completed sales on this marketplace by month, oldest first.',
    params: { slug: 'iphone-14-plus' },
    response: [
      { month: '2026-10', sales: 3, median: 340, byCondition: { good: 341, fair: 290 } },
      { month: '2026-11', sales: 1, median: 335, byCondition: { good: 335 } },
    ],
  },
  correctModel: {
    tag: 'Models',
    description: 'Corrects facts of a model. Imports of data files leave it as it is from then on.',
    params: { slug: 'iphone-14-plus' },
    body: { launchPrice: 799, updates: { status: 'dated', until: '2028-09-24' } },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'A date belongs to the status "dated", and only to it',
        field: 'body.updates.until',
      },
    },
  },
  estimatePrice: {
    tag: 'Models',
    description:
      'Estimates what a phone is worth, with what each factor contributes; the contributions add up to `expected`. From completed sales of the last 90 days where there are at least five comparable ones, else from launch price and age.',
    body: { model: 'iphone-14-plus', storageGb: 256, condition: 'good', batteryHealthPct: 76 },
    response: {
      basis: 'curve',
      comparables: 0,
      low: 209,
      expected: 230,
      high: 251,
      contributions: [
        { factor: 'launch-price', amount: 899 },
        { factor: 'age', amount: -664.25 },
        { factor: 'storage', amount: 20.89 },
        { factor: 'battery', amount: -25.56 },
        { factor: 'rounding', amount: -0.08 },
      ],
      in24Months: 120,
      costPerMonth: 4.58,
    },
  },
  estimateProduct: {
    tag: 'Models',
    description:
      'The same estimate for a product by what its seller states, with its price compared: `great`, `fair` or `high`.',
    params: { id: product._id },
    response: {
      basis: 'curve',
      comparables: 0,
      low: 214,
      expected: 235,
      high: 256,
      contributions: [
        { factor: 'launch-price', amount: 899 },
        { factor: 'age', amount: -664.25 },
        { factor: 'rounding', amount: 0.25 },
      ],
      label: 'high',
      in24Months: 125,
      costPerMonth: 9.19,
    },
  },
} as const satisfies EndpointExamples<
  | 'listModels'
  | 'getModel'
  | 'getPriceHistory'
  | 'correctModel'
  | 'estimatePrice'
  | 'estimateProduct'
>;
