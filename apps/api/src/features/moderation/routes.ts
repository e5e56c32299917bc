import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { rateLimitKey } from '../../platform/rate-limits/index.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { answerDecision } from './answer-decision.ts';
import { appealDecision } from './appeal-decision.ts';
import { createReport } from './create-report.ts';
import { decideModeration } from './decide.ts';
import { decideAppeal } from './decide-appeal.ts';
import { decideHeldListing } from './decide-held-listing.ts';
import { getModerationQueue } from './get-queue.ts';
import { getTransparency } from './get-transparency.ts';
import { listModerationDecisions } from './list-decisions.ts';
import { listOwnDecisions } from './list-own-decisions.ts';
import { listReportedProducts } from './queries.ts';
import { releaseHeldBalance } from './release-balance.ts';
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
  route(contract.getModerationQueue, ({ actor, query }) => getModerationQueue(deps, actor, query));
  route(contract.decideModeration, async ({ actor, body }) =>
    inserted(await decideModeration(deps, actor, body)),
  );
  route(contract.listModerationDecisions, ({ actor, query }) =>
    listModerationDecisions(deps, actor, query),
  );
  route(contract.decideAppeal, async ({ actor, params, body }) =>
    modified(await decideAppeal(deps, actor, { ...params, ...body })),
  );
  route(contract.releaseHeldBalance, async ({ actor, params, body }) =>
    modified(await releaseHeldBalance(deps, actor, { ...params, ...body })),
  );
  route(contract.listOwnDecisions, ({ actor }) => listOwnDecisions(deps, actor));
  route(
    contract.appealDecision,
    async ({ actor, params, body }) =>
      inserted(await appealDecision(deps, actor, { ...params, ...body })),
    { limit: { max: 20, seconds: 3600 } },
  );
  route(contract.answerDecision, async ({ actor, params }) =>
    modified(await answerDecision(deps, actor, params)),
  );
  route(contract.listReportedProducts, () => listReportedProducts(deps));
  route(contract.resolveReport, async ({ actor, params, query }) =>
    deleted(await resolveReport(deps, actor, { id: params.id, keep: query.keep ?? false })),
  );
  route(contract.decideHeldListing, async ({ actor, params, body }) =>
    modified(await decideHeldListing(deps, actor, { ...params, ...body })),
  );
  route(contract.getTransparency, ({ request, reply }) => {
    if (request.headers.authorization === undefined) {
      reply.header('cache-control', 'public, max-age=0, must-revalidate');
    }
    // With a new month, the response is another one.
    reply.header('surrogate-control', 'max-age=600');
    return getTransparency(deps);
  });
}
