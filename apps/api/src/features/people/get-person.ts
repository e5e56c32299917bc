import {
  type PersonDetails,
  type PersonSectionName,
  personEntriesListed,
  personSectionNames,
  type StaffRole,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { auditEntries, moderationDecisions, payoutAccounts, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { truncateIp } from '../../platform/rate-limits/index.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { isRecordedWithin, recordAction, selectEntries, toAuditEntry } from '../audit/index.ts';
import { getBalanceCents } from '../payouts/index.ts';
import { readSections } from './sections.ts';

/** Hours for which the audit log has one entry of a reader and a person: each action loads the page again. */
const readingHours = 1;

/** Moderators read no orders and no money; support reads what an order is about. */
const sectionsOf: Record<StaffRole, readonly PersonSectionName[]> = {
  moderator: [
    'listings',
    'reviews-received',
    'reviews-written',
    'reports-about',
    'reports-by',
    'decisions',
  ],
  support: ['listings', 'purchases', 'sales', 'disputes', 'reviews-received', 'reviews-written'],
};

/**
 * Returns everything about a person, as far as the role of the caller reaches, and records that it was
 * read. Deleted people, too: their orders and decisions stay.
 *
 * @throws Problem `user.not-found`
 */
export async function getPerson(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  actor: User,
  { id }: { id: string },
): Promise<PersonDetails> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Problem('user.not-found');
  const reading = { action: 'person.opened', target: { type: 'user', id } } as const;
  await inTransaction(db, async (tx) => {
    if (!(await isRecordedWithin(tx, actor, reading, readingHours))) {
      await recordAction(tx, actor, reading);
    }
  });
  const { staffRole } = actor;
  const isAdmin = !staffRole;
  return {
    _id: id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    role: user.role,
    staffRole: user.staffRole,
    varified: user.verified,
    suspended: user.suspended,
    signedUpAt: user.createdAt.toISOString(),
    deletedAt: user.removedAt?.toISOString() ?? null,
    signIn: isAdmin ? await readSignIn(identity, user.identityUid) : null,
    money: isAdmin ? await readMoney(db, id) : null,
    sections: await readSections(db, id, staffRole ? sectionsOf[staffRole] : personSectionNames),
    audit: isAdmin ? await readAudit(db, id) : null,
  };
}

/** How the person signs in, and where; nothing of a deleted account. */
async function readSignIn(
  identity: Deps['identity'],
  uid: string,
): Promise<PersonDetails['signIn']> {
  const account = await identity.findAccountData?.(uid);
  if (!account) return null;
  const sessions = (await identity.listSessions?.(uid)) ?? [];
  return {
    methods: account.methods.map(({ provider }) => provider),
    twoFactor: account.twoFactor !== null,
    passkeys: account.passkeys.length,
    sessions: sessions.map(({ startedAt, lastUsedAt, deviceName, ipAddress }) => ({
      startedAt,
      lastUsedAt,
      device: deviceName,
      network: (ipAddress && truncateIp(ipAddress)) ?? null,
    })),
  };
}

async function readMoney(db: Executor, id: string): Promise<PersonDetails['money']> {
  const [account] = await db
    .select({ status: payoutAccounts.status })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, id));
  const [holding] = await db
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.personId, id),
        inArray(moderationDecisions.kind, ['suspend', 'ban']),
        eq(moderationDecisions.state, 'in-force'),
        isNull(moderationDecisions.balanceReleasedAt),
      ),
    )
    .orderBy(desc(moderationDecisions.decidedAt))
    .limit(1);
  return {
    balance: toDollars(await getBalanceCents(db, id)),
    payoutAccount: account?.status ?? null,
    heldBy: holding?.id ?? null,
  };
}

async function readAudit(db: Executor, id: string): Promise<PersonDetails['audit']> {
  const rows = await selectEntries(db)
    .where(or(eq(auditEntries.targetId, id), sql`${auditEntries.actorId} = ${id}`))
    .orderBy(desc(auditEntries.id))
    .limit(personEntriesListed);
  return rows.map(toAuditEntry);
}
