import { type Defect, type GradeResult, grade } from '@redial/contract';
import { type DemoListing, type DemoSale, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];

/** The ids of the models by their names. */
export type ModelIds = ReadonlyMap<string, number>;

/** The columns of a product that say which model and variant it is. */
export const variantColumns = (
  { model, storageGb, colour }: DemoListing,
  ids: ModelIds,
): Pick<Row<typeof schema.products>, 'modelId' | 'storageGb' | 'colour'> => ({
  modelId: ids.get(model.model) ?? null,
  storageGb,
  colour,
});

/** What the seller declares: marks that fit the stated condition. Some sellers declare nothing. */
export function detailsRow(
  random: Random,
  productId: string,
  { battery, boxed, carrier, condition, postedAt }: DemoListing,
): Row<typeof schema.listingDetails> {
  const isDetailed = battery !== undefined && random.chance(0.7);
  const defects = isDetailed ? marksFor(random, condition) : null;
  const tests = isDetailed ? ({ touch: 'pass', display: 'pass', charging: 'pass' } as const) : {};
  const computed: GradeResult | undefined = isDetailed
    ? grade(defects ?? [], battery, tests, { accountLock: 'signed-out' })
    : undefined;
  return {
    productId,
    networkLock: carrier ? 'carrier-locked' : 'unlocked',
    carrier: carrier ?? null,
    accountLock: 'signed-out',
    batteryHealthPct: isDetailed ? battery : null,
    accessories: boxed ? ['box', 'cable', 'receipt'] : ['cable'],
    receipt: boxed,
    tests,
    defects,
    grade: computed?.grade ?? null,
    gradeReasons: computed?.reasons ?? [],
    changedAt: postedAt,
  };
}

/** Marks that allow the condition, with at least one that explains why it is no better. */
function marksFor(random: Random, condition: DemoListing['condition']): Defect[] {
  const at = (about: Omit<Defect, 'x' | 'y'>): Defect => ({
    ...about,
    x: 0.15 + 0.7 * random.next(),
    y: 0.15 + 0.7 * random.next(),
  });
  const faint = at({
    part: 'back',
    kind: 'hairline',
    visibleFrom: 'closer-than-20cm',
    side: 'back',
    sizeMm: random.int(3, 9),
  });
  if (condition === 'excellent') return random.chance(0.5) ? [faint] : [];
  const light = at({
    part: 'frame',
    kind: 'scratch',
    visibleFrom: '20-to-50cm',
    side: random.pick(['left', 'right', 'bottom']),
    sizeMm: random.int(2, 6),
  });
  if (condition === 'good') return [light, faint];
  const deep = at({
    part: 'back',
    kind: 'deep-scratch',
    visibleFrom: '20-to-50cm',
    side: 'back',
    sizeMm: random.int(6, 18),
  });
  return [deep, light];
}

/** Sales from before the demo, which have no orders. Sales of unknown models are left out. */
export const salesRows = (
  random: Random,
  sales: readonly DemoSale[],
  ids: ModelIds,
): Row<typeof schema.sales>[] =>
  sales.flatMap((sale) => {
    const modelId = ids.get(sale.model.model);
    if (modelId === undefined) return [];
    return [
      {
        id: uuidAt(random, sale.soldAt),
        modelId,
        storageGb: sale.storageGb,
        condition: sale.condition,
        batteryHealthPct: sale.battery ?? null,
        carrierLocked: sale.locked,
        boxAndReceipt: sale.boxed,
        priceCents: sale.priceUsd * 100,
        soldOn: sale.soldAt.toISOString().slice(0, 10),
        daysListed: sale.daysListed,
      },
    ];
  });
