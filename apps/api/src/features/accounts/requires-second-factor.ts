import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { SystemActor } from '../../platform/users.ts';

/**
 * Whether an account must have a second factor: that of an admin or of staff, where the settings say so.
 *
 * @param uid the account at the identity provider.
 */
export async function requiresSecondFactor(
  {
    db,
    settings,
  }: Pick<Deps, 'db'> & { settings: Pick<Deps['settings'], 'requireAdminTwoFactor'> },
  _actor: SystemActor,
  uid: string,
): Promise<boolean> {
  if (!settings.requireAdminTwoFactor) return false;
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.identityUid, uid),
        or(eq(users.role, 'admin'), isNotNull(users.staffRole)),
        isNull(users.removedAt),
      ),
    );
  return found !== undefined;
}
