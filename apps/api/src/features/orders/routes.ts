import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted } from '../../platform/write-results.ts';
import { cancelOrder } from './cancel-order.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';
import { placeOrder } from './place-order.ts';
import { toOrder } from './queries.ts';

export function ordersRoutes(route: Route, deps: Deps): void {
  route(
    contract.placeOrder,
    async ({ actor, body }) => inserted(await placeOrder(deps, actor, body)),
    // Order errors have the specification's `acknowledged`, too.
    // Each order blocks a phone for hours: a network with many accounts must not block many.
    {
      limit: [
        { max: 30, seconds: 60 },
        { max: 30, seconds: 3600, per: 'network' },
        { max: 100, seconds: 86_400, per: 'network' },
      ],
      errorFields: { acknowledged: false },
    },
  );
  route(contract.listOrders, ({ actor, query }) => listOrders(deps, actor, query));
  route(contract.getOrder, async ({ actor, params }) =>
    toOrder(await getOrder(deps, actor, params), deps.settings),
  );
  route(contract.cancelOrder, async ({ actor, params, body }) =>
    deleted(await cancelOrder(deps, actor, { ...params, ...body })),
  );
}
