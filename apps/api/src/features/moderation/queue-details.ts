import {
  type ModeratedKind,
  type ModeratedPerson,
  type ModerationItem,
  moderationLimits,
  toDollars,
} from '@redial/contract';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import {
  type AssessedPart,
  conversations,
  moderationDecisions,
  products,
  reviews,
  users,
} from '../../db/schema/index.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { toRiskParts } from '../risk/index.ts';

/** An item of the queue before its target is described. */
export interface QueueRow {
  readonly kind: ModeratedKind;
  readonly id: string;
  readonly reportCount: number;
  readonly since: Date;
  readonly held: boolean;
  readonly answered: boolean;
  readonly reports: ModerationItem['reports'];
  readonly asked: number | null;
  readonly expected: number | null;
  /** The risk score of a listing that has one, and its parts. */
  readonly score: number | null;
  readonly riskParts: readonly AssessedPart[] | null;
}

/** What an item shows of its target, and whose it is. */
type Details = Pick<ModerationItem, 'title' | 'listing' | 'review'> & { personIds: string[] };

/** Describes the targets of the queue, with one query for each kind. */
export async function describeItems(
  db: Executor,
  settings: Settings,
  rows: readonly QueueRow[],
): Promise<ModerationItem[]> {
  const idsOf = (kind: QueueRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const details = new Map([
    ...(await describeListings(
      db,
      settings,
      rows.filter(({ kind }) => kind === 'listing'),
    )),
    ...(await describeReviews(db, idsOf('review'))),
    ...(await describeConversations(db, idsOf('conversation'))),
  ]);
  const people = await findPeople(db, [
    ...idsOf('person'),
    ...[...details.values()].flatMap(({ personIds }) => personIds),
  ]);
  return rows.flatMap((row) => {
    const own = people.get(row.id);
    const { personIds, ...about } = details.get(row.id) ?? {
      title: own?.name ?? '',
      personIds: [row.id],
    };
    return {
      target: { kind: row.kind, id: row.id },
      ...about,
      people: personIds.flatMap((id) => people.get(id) ?? []),
      reports: row.reports.slice(0, moderationLimits.reports),
      reportCount: row.reportCount,
      since: row.since.toISOString(),
      held: row.held,
      answered: row.answered,
    };
  });
}

async function describeListings(db: Executor, settings: Settings, rows: readonly QueueRow[]) {
  const found = await db
    .select()
    .from(products)
    .where(
      inArray(
        products.id,
        rows.map(({ id }) => id),
      ),
    );
  return found.map((product): [string, Details] => {
    const row = rows.find(({ id }) => id === product.id);
    const { asked = null, expected = null, score = null, riskParts = null } = row ?? {};
    const listing = {
      img: absoluteImageUrl(product.imageUrl, settings),
      price: toDollars(product.resalePriceCents),
      description: product.description,
      location: product.location,
      status: product.status,
      removed: product.removedAt !== null,
      hidden: product.hiddenReasons.length > 0,
      suspiciousPrice:
        asked === null || expected === null
          ? null
          : { asked: toDollars(asked), expected: toDollars(expected) },
      risk: score === null || riskParts === null ? null : { score, parts: toRiskParts(riskParts) },
    };
    return [product.id, { title: product.name, personIds: [product.sellerId], listing }];
  });
}

async function describeReviews(db: Executor, ids: readonly string[]) {
  const [author, subject] = [alias(users, 'author'), alias(users, 'subject')];
  const found = await db
    .select({ review: reviews, author: author.name, subject: subject.name })
    .from(reviews)
    .innerJoin(author, eq(author.id, reviews.authorId))
    .innerJoin(subject, eq(subject.id, reviews.subjectId))
    .where(inArray(reviews.id, [...ids]));
  return found.map((row): [string, Details] => {
    const { id, stars, text, subjectId, authorId } = row.review;
    const review = { stars, text, subjectId, subjectName: row.subject };
    return [id, { title: row.author, personIds: [authorId], review }];
  });
}

async function describeConversations(db: Executor, ids: readonly string[]) {
  const found = await db
    .select({
      id: conversations.id,
      buyerId: conversations.buyerId,
      sellerId: conversations.sellerId,
      title: products.name,
    })
    .from(conversations)
    .innerJoin(products, eq(products.id, conversations.productId))
    .where(inArray(conversations.id, [...ids]));
  return found.map(({ id, title, buyerId, sellerId }): [string, Details] => [
    id,
    { title, personIds: [buyerId, sellerId] },
  ]);
}

async function findPeople(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, ModeratedPerson>> {
  const decided = and(
    eq(moderationDecisions.personId, users.id),
    ne(moderationDecisions.kind, 'dismiss'),
  );
  const found = await db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      varified: users.verified,
      suspended: users.suspended,
      deleted: sql<boolean>`${users.removedAt} is not null`,
      since: users.createdAt,
      decisions: sql<number>`(select count(*)::int from ${moderationDecisions} where ${decided})`,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(
    found.map(({ id, since, ...person }) => [
      id,
      { _id: id, ...person, since: since.toISOString() },
    ]),
  );
}
