import { Readable } from 'node:stream';
import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { exportAuditLog } from './export-audit-log.ts';
import { getAuditSeal } from './get-audit-seal.ts';
import { listAccountActivity } from './list-account-activity.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { requestAuditVerification } from './request-audit-verification.ts';

export function auditRoutes(route: Route, deps: Deps): void {
  route(contract.listAuditEntries, ({ actor, query }) => listAuditEntries(deps, actor, query));
  route(contract.listAccountActivity, ({ actor, query }) =>
    listAccountActivity(deps, actor, query),
  );
  route(contract.getAuditSeal, ({ actor }) => getAuditSeal(deps, actor));
  route(contract.requestAuditVerification, ({ actor }) => requestAuditVerification(deps, actor), {
    limit: { max: 10, seconds: 60 },
  });
  route(
    contract.exportAuditLog,
    async ({ actor, query, reply }) => {
      const lines = await exportAuditLog(deps, actor, query);
      const name = `redial-audit-log-${query.from}-${query.to}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(lines));
    },
    { limit: { max: 10, seconds: 60 } },
  );
}
