import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { createConcurrencyLimiter, privateImageRoute, readUpload } from '../images/index.ts';
import { decideProof } from './decide-proof.ts';
import { getPossessionStatus } from './get-possession-status.ts';
import { listProofs } from './list-proofs.ts';
import { possessionImages } from './possession-images.ts';
import { requestCode } from './request-code.ts';
import { uploadProof } from './upload-proof.ts';

export function possessionRoutes(api: FastifyInstance, route: Route, deps: Deps): void {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 20,
    maxQueuedPerUser: 4,
  });
  const writes = { limit: { max: 30, seconds: 3600 } };
  route(contract.getPossessionStatus, ({ actor, params }) =>
    getPossessionStatus(deps, actor, params),
  );
  route(
    contract.requestPossessionCode,
    ({ actor, params }) => requestCode(deps, actor, params),
    writes,
  );
  route(
    contract.uploadPossessionProof,
    async ({ actor, params, request }) =>
      inserted(
        await uploadProof({ ...deps, limiter }, actor, {
          id: params.id,
          readBytes: () => readUpload(request, deps.settings),
        }),
      ),
    writes,
  );
  route(contract.listPossessionProofs, () => listProofs(deps));
  route(contract.decidePossessionProof, async ({ actor, params, body }) =>
    modified(await decideProof(deps, actor, { ...params, ...body })),
  );
  privateImageRoute(api, deps, possessionImages);
}
