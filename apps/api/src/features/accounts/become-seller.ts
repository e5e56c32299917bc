import { and, eq, isNull, not } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { activeWithRole, type User } from '../../platform/users.ts';
import { recordAccountEvent } from '../audit/index.ts';

/**
 * Turns the caller's buyer account into a seller account. Orders stay: sellers may order, too.
 *
 * @returns the number of records changed: 0 if the caller is a seller already.
 * @throws Problem `role.forbidden` for an admin, and for staff
 */
export async function becomeSeller({ db }: Pick<Deps, 'db'>, actor: User): Promise<number> {
  if (actor.role === 'admin' || actor.staffRole) throw new Problem('role.forbidden');
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ role: 'seller' })
      .where(
        and(
          eq(users.id, actor.id),
          activeWithRole('buyer'),
          isNull(users.staffRole),
          not(users.suspended),
        ),
      );
    if (rowCount === 1) {
      await recordAccountEvent(tx, actor.uid, {
        action: 'role.changed',
        changes: { role: ['buyer', 'seller'] },
        network: actor.network,
      });
    }
    return rowCount ?? 0;
  });
}
