import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { emailOfQuery } from '../accounts/index.ts';
import { acceptOrder } from './accept-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { cancelSale } from './cancel-sale.ts';
import { chooseHandover } from './choose-handover.ts';
import { confirmReceipt } from './confirm-receipt.ts';
import { getOrder } from './get-order.ts';
import { getOrderDetails } from './get-order-details.ts';
import { listOrders } from './list-orders.ts';
import { listSales } from './list-sales.ts';
import { placeOrder } from './place-order.ts';
import { toOrder } from './queries.ts';
import { requestCancellation } from './request-cancellation.ts';
import { shipOrder } from './ship-order.ts';

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
  route(contract.listOrders, ({ actor, query }) =>
    listOrders(deps, actor, { email: emailOfQuery(query.email) }),
  );
  route(contract.getOrder, async ({ actor, params }) =>
    toOrder(await getOrder(deps, actor, params), deps.settings),
  );
  route(contract.cancelOrder, async ({ actor, params, body }) =>
    deleted(await cancelOrder(deps, actor, { ...params, ...body })),
  );
  route(contract.getOrderDetails, ({ actor, params }) => getOrderDetails(deps, actor, params));
  route(contract.listSales, ({ actor, query }) => listSales(deps, actor, query));
  const steps = { limit: { max: 30, seconds: 600 } };
  route(
    contract.chooseHandover,
    async ({ actor, params, body }) => {
      await chooseHandover(deps, actor, { ...params, ...body });
      return modified(1);
    },
    steps,
  );
  route(
    contract.requestCancellation,
    async ({ actor, params, body }) => {
      await requestCancellation(deps, actor, { ...params, ...body });
      return modified(1);
    },
    steps,
  );
  route(
    contract.cancelSale,
    async ({ actor, params, body }) => {
      await cancelSale(deps, actor, { ...params, ...body });
      return modified(1);
    },
    steps,
  );
  route(
    contract.shipOrder,
    async ({ actor, params, body }) => {
      await shipOrder(deps, actor, { ...params, ...body });
      return modified(1);
    },
    steps,
  );
  route(
    contract.confirmReceipt,
    async ({ actor, params }) => {
      await confirmReceipt(deps, actor, params);
      return modified(1);
    },
    steps,
  );
  route(
    contract.acceptOrder,
    async ({ actor, params }) => {
      await acceptOrder(deps, actor, params);
      return modified(1);
    },
    steps,
  );
}
