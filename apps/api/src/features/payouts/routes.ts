import { Readable } from 'node:stream';
import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted } from '../../platform/write-results.ts';
import { getBalance } from './get-balance.ts';
import { getStatement } from './get-statement.ts';
import { listMonths } from './list-months.ts';
import { getPayoutAccount, setUpPayoutAccount } from './payout-account.ts';
import { requestPayout } from './request-payout.ts';

export function payoutsRoutes(route: Route, deps: Deps): void {
  const limit = { max: 30, seconds: 60 };
  route(contract.getPayoutAccount, ({ actor }) => getPayoutAccount(deps, actor), {
    limit: { max: 60, seconds: 60 },
  });
  route(contract.setUpPayoutAccount, ({ actor, body }) => setUpPayoutAccount(deps, actor, body), {
    limit,
  });
  route(
    contract.requestPayout,
    async ({ actor, body }) => inserted(await requestPayout(deps, actor, body)),
    { limit },
  );
  route(contract.getBalance, ({ actor, query }) => getBalance(deps, actor, query));
  route(contract.listBalanceMonths, ({ actor }) => listMonths(deps, actor), { limit });
  route(
    contract.getBalanceStatement,
    async ({ actor, query, reply }) => {
      const lines = getStatement(deps, actor, query);
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="redial-${query.from}-${query.to}.csv"`,
        )
        .send(Readable.from(lines));
    },
    { limit },
  );
}
