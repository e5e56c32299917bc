import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { createConcurrencyLimiter, privateImageRoute, readUpload } from '../images/index.ts';
import { acceptProposal } from './accept-proposal.ts';
import { addMessage } from './add-message.ts';
import { addProposal } from './add-proposal.ts';
import { confirmReturn } from './confirm-return.ts';
import { decideDispute } from './decide-dispute.ts';
import { getDispute } from './get-dispute.ts';
import { getReturn } from './get-return.ts';
import { listDisputes } from './list-disputes.ts';
import { openDispute } from './open-dispute.ts';
import { disputeImages } from './photos.ts';
import { setReturnAddress } from './set-return-address.ts';
import { shipReturn } from './ship-return.ts';
import { uploadPhoto } from './upload-photo.ts';

export function disputesRoutes(api: FastifyInstance, route: Route, deps: Deps): void {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 20,
    maxQueuedPerUser: 8,
  });
  const writes = { limit: { max: 30, seconds: 60 } };
  // The other party is notified of each, and its mailbox has a budget.
  const notifying = {
    limit: [
      { max: 30, seconds: 60 },
      { max: 60, seconds: 3600 },
    ],
  };

  route(
    contract.uploadDisputePhoto,
    async ({ actor, params, request }) => {
      const { id, url } = await uploadPhoto({ ...deps, limiter }, actor, {
        orderId: params.id,
        readBytes: () => readUpload(request, deps.settings),
      });
      return { ...inserted(id), url };
    },
    writes,
  );
  route(
    contract.openDispute,
    async ({ actor, params, body }) =>
      inserted(await openDispute(deps, actor, { ...params, ...body })),
    writes,
  );
  route(contract.listDisputes, ({ actor }) => listDisputes(deps, actor));
  route(contract.getDispute, ({ actor, params }) => getDispute(deps, actor, params));
  route(
    contract.addDisputeMessage,
    async ({ actor, params, body }) =>
      inserted(await addMessage(deps, actor, { ...params, ...body })),
    notifying,
  );
  route(
    contract.addDisputeProposal,
    async ({ actor, params, body }) =>
      inserted(await addProposal(deps, actor, { ...params, ...body })),
    notifying,
  );
  route(contract.acceptDisputeProposal, async ({ actor, params }) =>
    modified(await acceptProposal(deps, actor, params)),
  );
  route(contract.decideDispute, async ({ actor, params, body }) =>
    modified(await decideDispute(deps, actor, { ...params, ...body })),
  );
  route(contract.getReturn, ({ actor, params }) => getReturn(deps, actor, params));
  route(
    contract.setReturnAddress,
    async ({ actor, params, body }) => {
      await setReturnAddress(deps, actor, { ...params, ...body });
      return modified(1);
    },
    notifying,
  );
  route(
    contract.shipReturn,
    async ({ actor, params, body }) => {
      await shipReturn(deps, actor, { ...params, ...body });
      return modified(1);
    },
    notifying,
  );
  route(
    contract.confirmReturn,
    ({ actor, params, body }) => confirmReturn(deps, actor, { ...params, ...body }),
    writes,
  );

  privateImageRoute(api, deps, disputeImages);
}
