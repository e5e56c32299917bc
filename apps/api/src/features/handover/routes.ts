import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { acceptMeeting } from './accept-meeting.ts';
import { checkDevice } from './check-device.ts';
import { confirmHandover } from './confirm-handover.ts';
import { getHandover } from './get-handover.ts';
import { getSharedMeeting } from './get-shared-meeting.ts';
import { proposeMeeting } from './propose-meeting.ts';
import { shareMeeting } from './share-meeting.ts';
import { withdrawConfirmation } from './withdraw-confirmation.ts';

export function handoverRoutes(route: Route, deps: Deps): void {
  const writes = { limit: { max: 30, seconds: 60 } };
  // The other party is notified of each, and its mailbox has a budget.
  const notifying = {
    limit: [
      { max: 30, seconds: 60 },
      { max: 60, seconds: 3600 },
    ],
  };
  route(
    contract.getHandover,
    ({ actor, params, query }) => getHandover(deps, actor, { ...params, ...query }),
    { limit: { max: 60, seconds: 60 } },
  );
  route(
    contract.proposeMeeting,
    async ({ actor, params, body }) =>
      inserted(await proposeMeeting(deps, actor, { ...params, ...body })),
    notifying,
  );
  route(contract.acceptMeeting, async ({ actor, params, body }) =>
    modified(await acceptMeeting(deps, actor, { ...params, ...body })),
  );
  route(contract.shareMeeting, ({ actor, params }) => shareMeeting(deps, actor, params), writes);
  route(
    contract.getSharedMeeting,
    async ({ params, reply }) => {
      // The link expires, so the response must not be stored.
      reply.header('cache-control', 'private, no-store');
      return getSharedMeeting(deps, undefined, params);
    },
    writes,
  );
  route(
    contract.confirmHandover,
    ({ actor, params, body }) => confirmHandover(deps, actor, { ...params, ...body }),
    notifying,
  );
  route(contract.withdrawHandoverConfirmation, async ({ actor, params }) =>
    modified(await withdrawConfirmation(deps, actor, params)),
  );
  route(
    contract.checkDevice,
    ({ actor, params, body }) => checkDevice(deps, actor, { ...params, ...body }),
    writes,
  );
}
