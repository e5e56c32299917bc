import type { DecisionKind, ModeratedKind } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  conversations,
  moderationDecisions,
  products,
  reviews,
  riskAssessments,
  users,
} from '../../db/schema/index.ts';
import type { DecisionEvidence } from '../../db/schema/moderation.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { closeReportsOfConversation } from '../chat/index.ts';
import { readNotificationsAbout } from '../notifications/index.ts';
import { hasHeldOrderWith } from '../orders/index.ts';
import { recordDecision } from '../risk/index.ts';
import { unhideProduct } from '../selling/index.ts';
import { type ClosedReport, closeReports } from './close-reports.ts';
import { revertDecision } from './decision-effects.ts';
import { findReportedIds } from './queries.ts';
import { transitionDecision } from './transitions.ts';
import { queuePath } from './waiting.ts';

/** What a decision is about, as it is now. */
export interface DecisionTarget {
  readonly columns: Partial<
    Pick<
      typeof moderationDecisions.$inferInsert,
      'productId' | 'reviewId' | 'conversationId' | 'personId'
    >
  >;
  readonly title: string;
  /** Whose it is; both people of a conversation. */
  readonly people: readonly string[];
  /** Whom a review is about. */
  readonly subjectId?: string;
  readonly content?: DecisionEvidence['content'];
}

/** Finds what a decision is to be about. */
export async function findTarget(
  db: Executor,
  kind: ModeratedKind,
  id: string,
): Promise<DecisionTarget | undefined> {
  if (kind === 'listing') {
    const [product] = await db.select().from(products).where(eq(products.id, id));
    if (!product) return undefined;
    const { name, description, sellerId, imageUrl, resalePriceCents } = product;
    return {
      columns: { productId: id },
      title: name,
      people: [sellerId],
      content: { name, description, imageUrl, resalePriceCents },
    };
  }
  if (kind === 'review') {
    const [row] = await db
      .select({ review: reviews, author: users.name })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.authorId))
      .where(eq(reviews.id, id));
    if (!row) return undefined;
    const { authorId, subjectId, stars, text } = row.review;
    return {
      columns: { reviewId: id },
      title: row.author,
      people: [authorId],
      subjectId,
      content: { stars, text },
    };
  }
  if (kind === 'person') {
    const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
    return person && { columns: {}, title: person.name, people: [id] };
  }
  const [row] = await db
    .select({ conversation: conversations, title: products.name })
    .from(conversations)
    .innerJoin(products, eq(products.id, conversations.productId))
    .where(eq(conversations.id, id));
  if (!row) return undefined;
  const { buyerId, sellerId } = row.conversation;
  return { columns: { conversationId: id }, title: row.title, people: [buyerId, sellerId] };
}

/** Who is concerned by an appeal against a decision: its person, and whom else its target is about. */
export async function findConcerned(
  db: Executor,
  { targetKind, reviewId, conversationId, personId }: typeof moderationDecisions.$inferSelect,
): Promise<Pick<DecisionTarget, 'people' | 'subjectId'>> {
  const id = reviewId ?? conversationId;
  const target = id === null ? undefined : await findTarget(db, targetKind, id);
  const people = [...(target?.people ?? []), ...(personId === null ? [] : [personId])];
  return { people, ...(target?.subjectId ? { subjectId: target.subjectId } : {}) };
}

/**
 * Nobody decides about what is theirs, not even that it is in order: nor about reviews of themselves, a
 * partner in a conversation, or the other party of an order whose money is held.
 *
 * @throws Problem `moderation.person-protected`
 */
export async function requireNotConcerned(
  tx: Transaction,
  { people, subjectId }: Pick<DecisionTarget, 'people' | 'subjectId'>,
  { id }: User,
): Promise<void> {
  const isConcerned =
    people.includes(id) || subjectId === id || (await hasHeldOrderWith(tx, id, people));
  if (isConcerned) throw new Problem('moderation.person-protected');
}

/**
 * Closes what waits for a decision about a target: its open reports, the review before it is public, and
 * the changes that its seller has made. A listing that was held is not held again for what was known
 * then, except after the suspension of its seller. Of two admins who decide at once, one finds nothing
 * open.
 *
 * @returns the reasons of the reports and since when it has waited, or `undefined` if nothing was open.
 */
export async function closeOpen(
  tx: Transaction,
  deps: Pick<Deps, 'settings' | 'clock'>,
  actor: User,
  about: { kind: ModeratedKind; id: string; decision: DecisionKind },
): Promise<ClosedItem | undefined> {
  const { kind, id, decision } = about;
  // Who decides has seen the queue.
  await readNotificationsAbout(tx, actor.id, queuePath);
  const at = deps.clock.now();
  const state = decision === 'dismiss' ? 'dismissed' : 'upheld';
  if (kind === 'conversation') {
    return toClosedItem(await closeReportsOfConversation(tx, actor, id));
  }
  if (kind !== 'listing') {
    const target = kind === 'person' ? { userIds: [id] } : { reviewIds: [id] };
    const item = toClosedItem(await closeReports(tx, actor, { ...target, state }));
    // Admins also decide about a person whom nobody has reported.
    const isOwnAccord = kind === 'person' && decision !== 'dismiss' && !actor.staffRole;
    return item ?? (isOwnAccord ? { reasons: [] } : undefined);
  }
  // Serializes the decisions about a listing.
  const [product] = await tx
    .select({ hiddenReasons: products.hiddenReasons, heldAt: riskAssessments.heldAt })
    .from(products)
    .leftJoin(riskAssessments, eq(riskAssessments.productId, products.id))
    .where(eq(products.id, id))
    .for('no key update', { of: products });
  const productIds = await findReportedIds(tx, id);
  const closed = await closeReports(tx, actor, { productIds, state });
  const isHeld = product?.hiddenReasons.includes('review') ?? false;
  if (isHeld) {
    const accepted = decision !== 'suspend' && decision !== 'ban';
    await recordDecision(tx, actor, { productId: id, at, accepted });
    await unhideProduct(tx, id, 'review', product?.heldAt);
  }
  const answered = await tx
    .select({ id: moderationDecisions.id, decidedAt: moderationDecisions.decidedAt })
    .from(moderationDecisions)
    .where(
      and(
        inArray(moderationDecisions.productId, productIds),
        eq(moderationDecisions.state, 'answered'),
      ),
    );
  for (const { id: answeredId } of answered) {
    const ended = await transitionDecision(tx, answeredId, 'end');
    if (ended) await revertDecision(tx, deps, ended);
  }
  // Who has made changes is notified of their end.
  if (isHeld && decision === 'dismiss' && answered.length === 0) {
    await emit(tx, { type: 'listing.released', productId: id, at: at.toISOString() });
  }
  // A listing that waits for the second look has waited since the first decision, as the queue says.
  return toClosedItem(closed, [
    ...(isHeld ? [product?.heldAt ?? at] : []),
    ...answered.map(({ decidedAt }) => decidedAt),
  ]);
}

/** What a decision has closed. */
interface ClosedItem {
  readonly reasons: DecisionEvidence['reasons'];
  /** Undefined where nothing waited. */
  readonly since?: Date;
}

/** @param others since when it has waited for other reasons than the reports. */
function toClosedItem(
  closed: readonly ClosedReport[],
  others: readonly Date[] = [],
): ClosedItem | undefined {
  const times = [...closed.map(({ createdAt }) => createdAt), ...others].map(Number);
  if (times.length === 0) return undefined;
  return {
    reasons: [...new Set(closed.map(({ reason }) => reason))],
    since: new Date(Math.min(...times)),
  };
}
