import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { dependOn } from '../../platform/response-cache/depend-on.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, modified } from '../../platform/write-results.ts';
import { checkImei } from './check-imei.ts';
import { getDevice } from './get-device.ts';
import { getListingDevice } from './get-listing-device.ts';
import { getListingImei } from './get-listing-imei.ts';
import { removeListingImei } from './remove-listing-imei.ts';
import { liftDeviceReport, reportDevice } from './report-device.ts';
import { setListingImei } from './set-listing-imei.ts';

export function devicesRoutes(route: Route, deps: Deps): void {
  route(contract.getListingImei, async ({ actor, params }) => ({
    imeis: await getListingImei(deps, actor, params),
  }));
  route(
    contract.setListingImei,
    async ({ actor, params, body }) =>
      modified(await setListingImei(deps, actor, { ...params, ...body })),
    // The refusal says whether a number is on offer, so it must not be possible to try many, nor with many
    // accounts.
    {
      limit: [
        { max: 20, seconds: 3600 },
        { max: 60, seconds: 3600, per: 'network' },
      ],
    },
  );
  route(contract.removeListingImei, async ({ actor, params }) =>
    deleted(await removeListingImei(deps, actor, params)),
  );
  route(contract.getDevice, ({ actor, params }) => getDevice(deps, actor, params));
  route(contract.getListingDevice, async ({ actor, params, reply }) => {
    const known = await getListingDevice(deps, actor, params);
    // What is known about a device depends on its other listings, too.
    if (known.device === null) dependOn(reply, [`product:${params.id}`]);
    return known;
  });
  route(
    contract.reportDevice,
    async ({ actor, params, body }) =>
      modified(await reportDevice(deps, actor, { ...params, ...body })),
    { limit: { max: 20, seconds: 3600 } },
  );
  route(contract.liftDeviceReport, async ({ actor, params }) =>
    deleted(await liftDeviceReport(deps, actor, params)),
  );
  // By network, with or without a session: a million serial numbers share a TAC, so at these rates finding one
  // that is on offer would take centuries.
  route(contract.checkImei, ({ actor, body }) => checkImei(deps, actor, body), {
    limit: [
      { max: 10, seconds: 3600, per: 'network' },
      { max: 30, seconds: 86_400, per: 'network' },
    ],
  });
}
