import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { listSellerRecords } from './list-seller-records.ts';
import { openSellerRecord } from './open-seller-record.ts';

export function sellerRecordRoutes(route: Route, deps: Deps): void {
  route(contract.listSellerRecords, ({ actor, query }) => listSellerRecords(deps, actor, query));
  route(
    contract.openSellerRecord,
    ({ actor, params, body }) => openSellerRecord(deps, actor, { ...params, ...body }),
    { limit: { max: 30, seconds: 3600 } },
  );
}
