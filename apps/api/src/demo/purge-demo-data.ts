import { imageFormats, imageWidths } from '@redial/contract';
import { demoAdmin, demoBuyer, demoModerator, demoSeller, demoSupport } from '@redial/demo-data';
import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Database, Executor } from '../db/client.ts';
import {
  demoUsers,
  identityAccounts,
  identitySessions,
  identityUsers,
  images,
  users,
} from '../db/schema/index.ts';
import { messageImages } from '../features/chat/index.ts';
import { photoFileName } from '../features/disputes/index.ts';
import { privateFileName } from '../features/images/index.ts';
import { possessionImages } from '../features/possession/index.ts';
import type { ImageStore } from '../ports/image-store.ts';

/** The demo accounts that can sign in; their password is public. */
const emails = [demoAdmin, demoModerator, demoSupport, demoBuyer, demoSeller].map(
  ({ email }) => email,
);

/** A sign-in through sandbox Google, which verifies nobody. */
export interface SandboxLink {
  /** Primary key of the linked account. */
  readonly accountId: string;
  readonly uid: string;
}

/** Whether the database contains demo users, or accounts to which anybody can sign in. */
export async function hasDemoData(
  db: Database,
  sandboxLinks: readonly SandboxLink[],
): Promise<boolean> {
  if (sandboxLinks.length > 0) return true;
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${demoUsers})
      or exists (select from ${users} where ${inArray(users.emailKey, emails)})
      or exists (select from ${identityUsers} where ${inArray(identityUsers.email, emails)}) as found`);
  return rows[0]?.found === true;
}

/**
 * Deletes the demo data: users, accounts, products, orders with payments, reports and images. Accounts
 * that only exist through sandbox Google count as demo users; other accounts lose that sign-in and
 * their sessions. Safe to repeat after an interruption.
 *
 * @returns the number of deleted users and images.
 */
export async function purgeDemoData(
  { db, imageStore }: { db: Database; imageStore: ImageStore },
  sandboxLinks: readonly SandboxLink[],
): Promise<{ users: number; images: number }> {
  await db.transaction((tx) => markDemoUsers(tx, sandboxLinks));
  const marked = await db.select().from(demoUsers);
  const uploaded = await db
    .select({ id: images.id })
    .from(images)
    .innerJoin(demoUsers, eq(demoUsers.userId, images.uploadedBy));
  // Before the rows: after an interruption, the rows still name the files that are left.
  for (const { id } of uploaded) {
    for (const width of imageWidths) {
      for (const format of imageFormats) await imageStore.delete(`${id}-${width}.${format}`);
    }
  }
  const { rows: photos } = await db.execute<{ id: string }>(
    sql`select p.id from dispute_photos p join orders o on o.id = p.order_id
      where is_demo_order(o.buyer_id, o.seller_id)`,
  );
  for (const { id } of photos) await imageStore.delete(photoFileName(id));
  const { rows: proofs } = await db.execute<{ photo_id: string }>(
    sql`select p.photo_id from possession_proofs p join products on products.id = p.product_id
      join demo_users on demo_users.user_id = products.seller_id where p.photo_id is not null`,
  );
  for (const proof of proofs) {
    await imageStore.delete(privateFileName(possessionImages, proof.photo_id));
  }
  const { rows: sent } = await db.execute<{ id: string }>(
    sql`select p.id from message_photos p left join conversations c on c.id = p.conversation_id
      where exists (select from demo_users where user_id in (p.uploaded_by, c.buyer_id, c.seller_id))`,
  );
  for (const { id } of sent) await imageStore.delete(privateFileName(messageImages, id));
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '5min'`);
    await tx.execute(sql`select purge_demo_data()`);
    await tx.delete(identityUsers).where(inArray(identityUsers.email, emails));
  });
  return { users: marked.length, images: uploaded.length };
}

/** Removes sandbox sign-ins, and marks the users that nobody else can be. */
async function markDemoUsers(tx: Executor, links: readonly SandboxLink[]): Promise<void> {
  const uids = links.map(({ uid }) => uid);
  if (links.length > 0) {
    const ids = links.map(({ accountId }) => accountId);
    await tx.delete(identityAccounts).where(inArray(identityAccounts.id, ids));
    await tx.delete(identitySessions).where(inArray(identitySessions.userId, uids));
  }
  const withoutSignIn = sql`select ${identityUsers.id} from ${identityUsers}
    where not exists (select from ${identityAccounts} where ${identityAccounts.userId} = ${identityUsers.id})`;
  await tx.execute(sql`insert into ${demoUsers} select ${users.id} from ${users}
    where ${or(
      inArray(users.emailKey, emails),
      uids.length > 0
        ? sql`${inArray(users.identityUid, uids)} and ${users.identityUid} in (${withoutSignIn})`
        : undefined,
    )} on conflict do nothing`);
  // Sandbox accounts that never became users of the marketplace.
  if (uids.length > 0) {
    await tx.delete(identityUsers).where(sql`${inArray(identityUsers.id, uids)}
      and ${identityUsers.id} in (${withoutSignIn})
      and not exists (select from ${users} where ${users.identityUid} = ${identityUsers.id})`);
  }
}
