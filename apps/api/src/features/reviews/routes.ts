import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { getOrderReviews } from './get-order-reviews.ts';
import { getProfile } from './get-profile.ts';
import { listReviews } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { replyToReview } from './reply-to-review.ts';
import { writeReview } from './write-review.ts';

export function reviewsRoutes(route: Route, deps: Pick<Deps, 'db' | 'settings' | 'jobs'>): void {
  const writes = { limit: { max: 30, seconds: 60 } };
  route(contract.getProfile, ({ actor, params }) => getProfile(deps, actor, params));
  route(contract.listReviews, ({ actor, params, query }) =>
    listReviews(deps, actor, { ...params, ...query }),
  );
  route(contract.getOrderReviews, ({ actor, params }) => getOrderReviews(deps, actor, params));
  route(
    contract.writeReview,
    async ({ actor, params, body }) =>
      inserted(await writeReview(deps, actor, { ...params, ...body })),
    writes,
  );
  route(
    contract.replyToReview,
    async ({ actor, params, body }) =>
      modified(await replyToReview(deps, actor, { ...params, ...body })),
    writes,
  );
  route(contract.removeReview, async ({ actor, params, body }) =>
    modified(await removeReview(deps, actor, { ...params, ...body })),
  );
}
