import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { rateLimitKey } from '../../platform/rate-limits/index.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { createReport } from './create-report.ts';
import { decideHeldListing } from './decide-held-listing.ts';
import { listReportedProducts } from './queries.ts';
import { reportProduct } from './report-product.ts';
import { resolveReport } from './resolve-report.ts';

export function moderationRoutes(route: Route, deps: Deps): void {
  route(
    contract.reportProduct,
    async ({ actor, body, request }) =>
      inserted(
        await reportProduct(deps, actor, {
          productId: body._id,
          ipKey: rateLimitKey(request.ip),
        }),
      ),
    { limit: { max: 20, seconds: 600 } },
  );
  route(
    contract.createReport,
    async ({ actor, body, request }) =>
      inserted(await createReport(deps, actor, { ...body, ipKey: rateLimitKey(request.ip) })),
    { limit: { max: 20, seconds: 600 } },
  );
  route(contract.listReportedProducts, () => listReportedProducts(deps));
  route(contract.resolveReport, async ({ actor, params, query }) =>
    deleted(await resolveReport(deps, actor, { id: params.id, keep: query.keep ?? false })),
  );
  route(contract.decideHeldListing, async ({ actor, params, body }) =>
    modified(await decideHeldListing(deps, actor, { ...params, ...body })),
  );
}
