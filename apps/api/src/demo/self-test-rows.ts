import { type SelfTestFinding, selfTestKinds } from '@redial/contract';
import { type DemoListing, demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type { Executor } from '../db/client.ts';
import * as schema from '../db/schema/index.ts';
import { signReport } from '../features/self-tests/index.ts';
import type { Settings } from '../settings.ts';
import type { Rows } from './rows.ts';

/** One in so many phones on offer has a self-test; those of the demo seller all do. */
const everyNth = 4;
const hour = 3_600_000;

/** Self-tests of phones by their sellers, signed like all others. */
export async function insertSelfTests(
  tx: Executor,
  {
    random,
    now,
    listings,
    rows,
    settings,
  }: {
    random: Random;
    now: Date;
    listings: readonly DemoListing[];
    rows: Rows;
    settings: Pick<Settings, 'imeiSecret' | 'publicUrl'>;
  },
): Promise<void> {
  for (const [index, listing] of listings.entries()) {
    const product = rows.products[index];
    if (!product) continue;
    if (listing.seller !== demoSeller && index % everyNth !== 2) continue;
    const at = new Date(Math.min(listing.postedAt.getTime() + hour / 2, now.getTime()));
    const id = uuidAt(random, at);
    const { sellerId, name } = product;
    const results = inventResults(random);
    const jws = await signReport(settings, {
      iss: settings.publicUrl,
      jti: id,
      iat: Math.floor(at.getTime() / 1000),
      listing: product.id,
      phone: name,
      by: 'seller',
      results,
    });
    await tx.insert(schema.selfTests).values({
      id,
      productId: product.id,
      party: 'seller',
      createdBy: sellerId,
      productName: name,
      results,
      jws,
      at,
    });
  }
}

/** A report in which everything works, and now and then a test is skipped or not possible. */
const inventResults = (random: Random): SelfTestFinding[] =>
  selfTestKinds.map((test): SelfTestFinding => {
    if (test === 'touch') return { test, outcome: 'passed', values: { touchedPct: 100 } };
    if (test === 'multi-touch') {
      return { test, outcome: 'passed', values: { fingers: random.int(5, 10) } };
    }
    if (test === 'battery') {
      return { test, outcome: 'passed', values: { levelPct: random.int(30, 100) } };
    }
    if (test === 'location' && random.int(0, 2) === 0) return { test, outcome: 'skipped' };
    if (test === 'nfc' && random.int(0, 1) === 0) return { test, outcome: 'unsupported' };
    return { test, outcome: 'passed' };
  });
