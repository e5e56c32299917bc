import { and, eq, ne, not, sql } from 'drizzle-orm';
import { outbox, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { livingIn, type Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { isSameEmail } from './access.ts';
import { removePerson } from './remove-person.ts';

/**
 * Deletes the account of the person who asks, and with it the person: what the books need stays without
 * a name or an address. Somebody may sign up with that address again.
 *
 * @param input.email theirs, said again, since it cannot be undone.
 * @throws Problem `rule.broken`, `user.admin` (of the only admin), `account.removed`
 */
export async function deleteOwnAccount(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: Person,
  input: { email: string },
): Promise<void> {
  if (!isSameEmail(actor.email, input.email)) {
    const detail = 'This is not the e-mail address of your account';
    throw new Problem('rule.broken', detail, 'body.email');
  }
  await inTransaction(db, async (tx) => {
    if (actor.role === 'admin') await requireAnotherAdmin(tx, actor);
    if (!(await removePerson(tx, actor.id))) throw new Problem('account.removed');
    await forget(tx, actor);
  });
  jobs.wake('expire-orders');
  jobs.wake('empty-outbox');
  jobs.wake('forget-contacts');
}

/** Locks every admin, so that the last two cannot go at once. */
async function requireAnotherAdmin(tx: Transaction, { id }: Person): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(livingIn('admin'))
    .orderBy(users.id)
    .for('update');
  if (admins.every((admin) => admin.id === id)) {
    throw new Problem('user.admin', 'You are the only admin: somebody else has to be one first');
  }
}

/** Takes the person out of what stays. */
async function forget(tx: Transaction, { id, email }: Person): Promise<void> {
  const nobody = `deleted-${id}@account.invalid`;
  await tx
    .update(users)
    .set({ name: 'Deleted account', email: nobody, emailKey: nobody })
    .where(eq(users.id, id));
  await tx
    .update(products)
    .set({ description: '', imageUrl: '', sellerPhone: '', location: '' })
    .where(and(eq(products.sellerId, id), not(products.isPaid), ne(products.imageUrl, '')));
  await tx
    .delete(outbox)
    .where(and(eq(outbox.kind, 'mail.send'), sql`${outbox.payload} ->> 'to' = ${email}`));
}
