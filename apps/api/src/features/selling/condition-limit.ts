import { type Condition, grades } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingDetails } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';

/** Grades that do not allow a condition: the worse ones. */
const worseThan = (condition: Condition): string[] => grades.slice(grades.indexOf(condition) + 1);

/**
 * Refuses a condition that is better than the declared details allow.
 *
 * @throws Problem `listing.condition-too-good`, which names what decided.
 */
export async function requireConditionAllowed(
  db: Executor,
  productId: string,
  condition: Condition,
): Promise<void> {
  const [details] = await db
    .select({ grade: listingDetails.grade, reasons: listingDetails.gradeReasons })
    .from(listingDetails)
    .where(eq(listingDetails.productId, productId));
  if (!details?.grade || !worseThan(condition).includes(details.grade)) return;
  throw new Problem(
    'listing.condition-too-good',
    explainLimit(condition, details.reasons),
    'body.condition',
  );
}

/** `The condition cannot be "excellent": Deep scratch on the back, seen from 20 to 50 cm`. */
const explainLimit = (
  condition: Condition,
  reasons: readonly { readonly text: string }[],
): string =>
  `The condition cannot be "${condition}": ${reasons.map(({ text }) => text).join('; ')}`;
