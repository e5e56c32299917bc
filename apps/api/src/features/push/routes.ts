import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted } from '../../platform/write-results.ts';
import { deletePushSubscriptions } from './delete-push-subscriptions.ts';
import { listPushSubscriptions } from './list-push-subscriptions.ts';
import { putPushSubscription } from './put-push-subscription.ts';

export function pushRoutes(route: Route, deps: Pick<Deps, 'db' | 'push'>): void {
  route(contract.listPushSubscriptions, ({ actor }) => listPushSubscriptions(deps, actor));
  route(contract.putPushSubscription, ({ actor, body }) => putPushSubscription(deps, actor, body), {
    limit: { max: 30, seconds: 60 },
  });
  route(
    contract.deletePushSubscriptions,
    async ({ actor, query }) => deleted(await deletePushSubscriptions(deps, actor, query)),
    { limit: { max: 30, seconds: 60 } },
  );
}
