import { Readable } from 'node:stream';
import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { modified } from '../../platform/write-results.ts';
import { exportJournal } from './export-journal.ts';
import { getStatus } from './get-status.ts';
import { resumePayouts } from './payout-suspension.ts';
import { requestLedgerVerification } from './request-verification.ts';

export function ledgerRoutes(route: Route, deps: Deps): void {
  route(contract.getLedgerStatus, () => getStatus(deps));
  route(contract.requestLedgerVerification, ({ actor }) => requestLedgerVerification(deps, actor), {
    limit: { max: 10, seconds: 60 },
  });
  route(contract.resumePayouts, async ({ actor, body }) =>
    modified(await resumePayouts(deps, actor, body)),
  );
  route(
    contract.exportLedgerJournal,
    async ({ actor, query, reply }) => {
      const lines = await exportJournal(deps, actor, query);
      const name = `redial-journal-${query.from}-${query.to}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines));
    },
    { limit: { max: 10, seconds: 60 } },
  );
}
