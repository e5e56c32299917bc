import {
  type DevicePassport,
  formatPrice,
  selfTestSummaryTexts,
  storageText,
} from '@redial/contract';
import { calendarDay } from '../../ui/calendar-day.ts';

/** One step in the history of a device. */
export interface PassportEvent {
  readonly key: string;
  readonly at: string;
  readonly kind: 'listed' | 'sold' | 'returned' | 'stated' | 'tested';
  readonly title: string;
  readonly details: readonly string[];
  /** The listing that it is about, while that exists. */
  readonly productId: string | null;
}

/** The history of a device in the order of time. */
export function passportEvents({
  listings,
  readings,
  owners,
  selfTests,
}: Pick<DevicePassport, 'listings' | 'readings' | 'owners' | 'selfTests'>): PassportEvent[] {
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
  for (const [index, test] of selfTests.entries()) {
    events.push({
      key: `tested ${index}`,
      at: test.at,
      kind: 'tested',
      title: `Self-test by ${test.owner ?? 'a seller'}`,
      details: [roleText(test), ...selfTestSummaryTexts(test)],
      productId: test.productId,
    });
  }
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

/** As whom somebody made a self-test, and of which sale. */
function roleText({ by, soldAt }: DevicePassport['selfTests'][number]): string {
  if (by === 'seller') {
    return soldAt ? `As the seller, before the sale of ${calendarDay(soldAt)}` : 'As the seller';
  }
  return soldAt
    ? `As the buyer, at the handover after the sale of ${calendarDay(soldAt)}`
    : 'As the buyer, at the handover';
}

function readingDetails(reading: DevicePassport['readings'][number]): string[] {
  const { model, storageGb, batteryHealthPct, grade, replacedParts } = reading;
  return [
    ...(batteryHealthPct === null ? [] : [`Battery ${batteryHealthPct}%`]),
    ...(grade === null ? [] : [`Grade: ${grade.replace('-', ' ')}`]),
    ...(replacedParts.length === 0
      ? []
      : [`Replaced: ${replacedParts.map((part) => part.replace('-', ' ')).join(', ')}`]),
    ...(storageGb === null ? [] : [storageText(storageGb)]),
    ...(model === null ? [] : [model]),
  ];
}
