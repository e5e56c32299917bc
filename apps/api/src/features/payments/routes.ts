import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createRoute, type Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { getOrCreateIntent } from './get-or-create-intent.ts';
import { getReceipt } from './get-receipt.ts';
import { giveEvidence } from './give-evidence.ts';
import { listChargebacks } from './list-chargebacks.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { recordPayment } from './record-payment.ts';

export function paymentsRoutes(route: Route, deps: Deps): void {
  route(
    contract.createPaymentIntent,
    async ({ actor, body }) => ({ clientSecret: await getOrCreateIntent(deps, actor, body) }),
    { limit: { max: 60, seconds: 60 } },
  );
  route(contract.recordPayment, async ({ actor, body }) =>
    inserted(await recordPayment(deps, actor, body)),
  );
  route(contract.getReceipt, ({ actor, params }) => getReceipt(deps, actor, params));
  route(contract.listChargebacks, () => listChargebacks(deps));
  route(
    contract.submitChargebackEvidence,
    async ({ actor, params, body }) =>
      modified(await giveEvidence(deps, actor, { ...params, ...body })),
    { limit: { max: 30, seconds: 60 } },
  );
}

/** Needs a scope of its own with unparsed bodies: the signature covers the raw bytes. */
export async function webhookRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  createRoute(scope, deps)(contract.receiveWebhook, async ({ params, request }) => {
    const signature = request.headers[deps.cardPayments.signatureHeader];
    await receiveWebhook(deps, 'card provider', {
      provider: params.provider,
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: typeof signature === 'string' ? signature : undefined,
    });
    return { received: true } as const;
  });
}
