import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { deleteMailsTo } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import {
  activeWithRole,
  deletedAccountName,
  lockActiveUser,
  type User,
} from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { recordAccountEvent } from '../audit/index.ts';
import { anonymizeProducts } from '../selling/index.ts';
import { isSameEmail } from './access.ts';
import { deactivateUser } from './deactivate-user.ts';
import { requireNoOpenMoney } from './open-money.ts';
import { placeholderOf, rememberSuspendedAddress } from './placeholder-address.ts';
import { findSignInMethods } from './sign-in-methods.ts';

/**
 * Deletes the account of the caller. Records needed for accounting are anonymized; who sold something
 * lately leaves a sealed record of their identity. The e-mail address can be used to sign up again, unless the
 * user is suspended.
 *
 * @param input.email the caller's address, repeated as confirmation of an irreversible action.
 * @throws Problem `validation.failed`, `user.is-admin` (the only admin), `account.removed`,
 *   `account.money-open`
 */
export async function deleteOwnAccount(
  { db, jobs, settings, identity }: Pick<Deps, 'db' | 'jobs' | 'settings' | 'identity'>,
  actor: User,
  input: { email: string },
): Promise<void> {
  if (!isSameEmail(actor.email, input.email)) {
    const detail = 'This is not the e-mail address of your account';
    throw new Problem('validation.failed', detail, 'body.email');
  }
  const signInMethods = await findSignInMethods({ db, identity }, actor.id);
  await inTransaction(db, async (tx) => {
    if (actor.role === 'admin') await requireAnotherAdmin(tx, actor);
    const { suspended } = await lockActiveUser(tx, actor, 'no key update');
    await requireNoOpenMoney(tx, actor, settings);
    const account = { userId: actor.id, deletedBy: 'user', signInMethods } as const;
    if (!(await deactivateUser(tx, settings, account))) throw new Problem('account.removed');
    await anonymize(tx, settings, { ...actor, suspended });
    await recordAccountEvent(tx, actor.uid, { action: 'account.deleted', network: actor.network });
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
  jobs.trigger('purge-contact-data');
}

/** Locks all admins, so that the last two cannot delete their accounts concurrently. */
async function requireAnotherAdmin(tx: Transaction, { id }: User): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(activeWithRole('admin'))
    .orderBy(users.id)
    .for('update');
  if (admins.every((admin) => admin.id === id)) {
    throw new Problem(
      'user.is-admin',
      'You are the only admin: grant the role to another user first',
    );
  }
}

/** Removes personal data from the records that remain. */
async function anonymize(
  tx: Transaction,
  settings: Pick<Settings, 'imeiSecret'>,
  { id, email, suspended }: User,
): Promise<void> {
  const placeholder = placeholderOf(id);
  await tx
    .update(users)
    .set({ name: deletedAccountName, email: placeholder, emailKey: placeholder })
    .where(eq(users.id, id));
  if (suspended) await rememberSuspendedAddress(tx, settings, { userId: id, email });
  await anonymizeProducts(tx, id);
  await deleteMailsTo(tx, email);
}
