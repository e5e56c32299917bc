import type { getSelfTestLink, ResponseOf } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { models, orders, products, selfTestLinks } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import { testableStates } from './queries.ts';

/**
 * Says what a link is for, to the phone that opens it.
 *
 * @throws Problem `self-test.not-found`, `self-test.used`
 */
export async function getLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: undefined,
  { token }: { token: string },
): Promise<ResponseOf<typeof getSelfTestLink>> {
  const { link, product, model } = await findValidLink(db, token, clock.now());
  return {
    productName: product.name,
    by: link.orderId ? 'buyer' : 'seller',
    expiresAt: link.expiresAt.toISOString(),
    model:
      model && model.screenInches !== null
        ? { name: model.name, formFactor: model.formFactor, screenInches: model.screenInches }
        : null,
  };
}

/** @throws Problem `self-test.not-found`, `self-test.used` */
export async function findValidLink(db: Executor, token: string, now: Date) {
  const [row] = await db
    .select({ link: selfTestLinks, product: products, model: models, orderState: orders.state })
    .from(selfTestLinks)
    .innerJoin(products, eq(products.id, selfTestLinks.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .leftJoin(orders, eq(orders.id, selfTestLinks.orderId))
    .where(eq(selfTestLinks.tokenHash, hashToken(token)));
  if (row?.link.usedAt) throw new Problem('self-test.used');
  if (!row || row.link.expiresAt <= now) throw new Problem('self-test.not-found');
  // A buyer tests a phone whose listing may be gone, until the order has ended.
  const isGone = row.orderState
    ? ![...testableStates, 'disputed'].includes(row.orderState)
    : row.product.removedAt !== null;
  if (isGone) throw new Problem('self-test.not-found');
  return row;
}
