import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { dependOn } from '../../platform/response-cache/depend-on.ts';
import type { Route } from '../../platform/route.ts';
import { inserted } from '../../platform/write-results.ts';
import { createLink } from './create-link.ts';
import { getLink } from './get-link.ts';
import { getListingSelfTest } from './get-listing-self-test.ts';
import { getOrderSelfTests } from './get-order-self-tests.ts';
import { sendReport } from './send-report.ts';
import { publicKey } from './signing-key.ts';

export function selfTestRoutes(route: Route, deps: Deps): void {
  const limit = { max: 30, seconds: 60 };
  route(contract.createSelfTestLink, ({ actor, params }) => createLink(deps, actor, params), {
    limit: { max: 60, seconds: 3600 },
  });
  route(
    contract.getSelfTestLink,
    ({ params, reply }) => {
      // The link works once, so the response must not be stored.
      reply.header('cache-control', 'private, no-store');
      return getLink(deps, undefined, params);
    },
    { limit },
  );
  route(
    contract.sendSelfTest,
    async ({ params, body }) => inserted(await sendReport(deps, undefined, { ...params, ...body })),
    { limit },
  );
  route(contract.getListingSelfTest, ({ actor, params, reply }) => {
    dependOn(reply, [`product:${params.id}`]);
    return getListingSelfTest(deps, actor, params);
  });
  route(contract.getOrderSelfTests, ({ actor, params }) => getOrderSelfTests(deps, actor, params));
  route(contract.getSelfTestKeys, async () => ({ keys: [await publicKey(deps.settings)] }));
}
