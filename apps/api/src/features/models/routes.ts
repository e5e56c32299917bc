import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { allowCaching, expireAtMidnight } from '../../platform/response-cache/allow-caching.ts';
import { dependOn } from '../../platform/response-cache/depend-on.ts';
import type { Route } from '../../platform/route.ts';
import { modified } from '../../platform/write-results.ts';
import { correctModel } from './correct-model.ts';
import { estimatePrice } from './estimate-price.ts';
import { estimateProduct } from './estimate-product.ts';
import { getModel } from './get-model.ts';
import { getPriceHistory } from './get-price-history.ts';
import { listModels } from './list-models.ts';

export function modelsRoutes(route: Route, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  route(contract.listModels, ({ actor, query }) => listModels(deps, actor, query));
  route(contract.getModel, ({ actor, params }) => getModel(deps, actor, params));
  route(contract.getPriceHistory, async (context) => {
    allowCaching(context);
    const { history, modelId } = await getPriceHistory(deps, context.actor, context.params);
    dependOn(context.reply, [`model:${modelId}`]);
    // The months end with the current one.
    expireAtMidnight(context, deps.clock.now());
    return history;
  });
  route(contract.correctModel, async ({ actor, params, body }) =>
    modified(await correctModel(deps, actor, { ...params, ...body })),
  );
  route(contract.estimateProduct, async ({ actor, params, reply }) => {
    const { estimate, modelId } = await estimateProduct(deps, actor, params);
    dependOn(reply, [`product:${params.id}`, `model:${modelId}`]);
    return estimate;
  });
  route(contract.estimatePrice, ({ actor, body }) => estimatePrice(deps, actor, body), {
    limit: { max: 120, seconds: 60 },
  });
}
