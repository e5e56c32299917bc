import { createHmac } from 'node:crypto';
import type { ReportReason } from '@redial/contract';
import type { Executor } from '../../db/client.ts';
import { reports } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';

/** What is reported. */
type ReportTarget =
  | { readonly productId: string }
  | { readonly userId: string }
  | { readonly reviewId: string };

/**
 * Stores a report. Each user, or each IP address of anonymous callers, can have one open report per
 * target. IP addresses are stored as a keyed hash only.
 *
 * @param about.ipKey the caller's IP address, normalized for rate limiting.
 * @returns the report's id, or `undefined` if the caller has an open one of the target.
 */
export async function insertReport(
  db: Executor,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
  actor: User | undefined,
  about: { target: ReportTarget; reason: ReportReason; text?: string | undefined; ipKey: string },
): Promise<string | undefined> {
  const { target, reason, text, ipKey } = about;
  const reporter = actor
    ? `user:${actor.id}`
    : `address:${createHmac('sha256', sessionSecret).update(ipKey).digest('base64url')}`;
  const [report] = await db
    .insert(reports)
    .values({ id: newId(), ...target, reporter, reason, text: text ?? null })
    .onConflictDoNothing()
    .returning({ id: reports.id });
  return report?.id;
}
