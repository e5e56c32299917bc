import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { reviews, users } from '../../db/schema/index.ts';
import { active } from '../../platform/users.ts';

/** Finds an active user who has a public profile: a seller, or anybody whom a review is about. */
export async function findProfileUser(db: Executor, id: string) {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      photoUrl: users.photoUrl,
      role: users.role,
      verified: users.verified,
      createdAt: users.createdAt,
      isReviewed: sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(reviews)
        .where(and(eq(reviews.subjectId, users.id), isNotNull(reviews.publishedAt)))})`,
    })
    .from(users)
    .where(and(eq(users.id, id), active));
  return user && (user.role === 'seller' || user.isReviewed) ? user : undefined;
}
