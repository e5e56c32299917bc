import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { deleted, inserted } from '../../platform/answers.ts';
import type { Route } from '../../platform/route.ts';
import { requireSelfOrAdmin } from '../accounts/index.ts';
import { cancelOrder } from './cancel-order.ts';
import { placeOrder } from './place-order.ts';
import { liveOrdersOf, orderOnWire } from './queries.ts';
import { readOrder } from './read-order.ts';

export function ordersRoutes(route: Route, deps: Deps): void {
  route(
    contract.placeOrder,
    async ({ actor, body }) => inserted(await placeOrder(deps, actor, body)),
    { limit: { max: 30, seconds: 60 } },
  );
  route(contract.listOrders, async ({ actor, query }) => {
    requireSelfOrAdmin(actor, query.email);
    const rows = await liveOrdersOf(deps.db, query.email);
    return rows.map((row) => orderOnWire(row, deps.settings));
  });
  route(contract.getOrder, async ({ actor, params }) =>
    orderOnWire(await readOrder(deps, actor, params.id), deps.settings),
  );
  route(contract.cancelOrder, async ({ actor, params, body }) =>
    deleted(await cancelOrder(deps, actor, { ...params, ...body })),
  );
}
