import { type DevicePassport, formatPrice } from '@redial/contract';

/** One step in the history of a device. */
export interface PassportEvent {
  readonly key: string;
  readonly at: string;
  readonly kind: 'listed' | 'sold' | 'returned' | 'stated';
  readonly title: string;
  readonly details: readonly string[];
  /** The listing that it is about, while that exists. */
  readonly productId: string | null;
}

/** The history of a device in the order of time. */
export function passportEvents({ listings, readings, owners }: DevicePassport): PassportEvent[] {
  const events: PassportEvent[] = [];
  for (const [index, listing] of listings.entries()) {
    const { productId, owner, listedAt, price, condition, state, soldAt, soldFor } = listing;
    events.push({
      key: `listed ${index}`,
      at: listedAt,
      kind: 'listed',
      title: `Listed${owner ? ` by ${owner}` : ''}`,
      details: [
        `${formatPrice(price)}, ${condition} condition`,
        ...(state === 'removed' ? ['The listing was removed'] : []),
      ],
      productId,
    });
    if (soldAt !== null && soldFor !== null) {
      events.push({
        key: `sold ${index}`,
        at: soldAt,
        kind: 'sold',
        title: `Sold for ${formatPrice(soldFor)}`,
        details: [],
        productId: null,
      });
    }
  }
  for (const [index, owner] of owners.entries()) {
    if (owner.source !== 'refund') continue;
    events.push({
      key: `returned ${index}`,
      at: owner.from,
      kind: 'returned',
      title: `Back with ${owner.name}, after a refund`,
      details: [],
      productId: null,
    });
  }
  for (const [index, reading] of readings.entries()) {
    const details = readingDetails(reading);
    if (details.length === 0) continue;
    events.push({
      key: `stated ${index}`,
      at: reading.at,
      kind: 'stated',
      title: 'The seller stated',
      details,
      productId: null,
    });
  }
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

function readingDetails(reading: DevicePassport['readings'][number]): string[] {
  const { model, storageGb, batteryHealthPct, grade, replacedParts } = reading;
  return [
    ...(batteryHealthPct === null ? [] : [`Battery ${batteryHealthPct}%`]),
    ...(grade === null ? [] : [`Grade: ${grade.replace('-', ' ')}`]),
    ...(replacedParts.length === 0
      ? []
      : [`Replaced: ${replacedParts.map((part) => part.replace('-', ' ')).join(', ')}`]),
    ...(storageGb === null ? [] : [`${storageGb}\u00a0GB`]),
    ...(model === null ? [] : [model]),
  ];
}
