// Type import for the route option `hide`, which excludes a route from the OpenAPI document.
import type {} from '@fastify/swagger';
import {
  ActionOutcome,
  CardDetails,
  CardPaymentIntent,
  CardPaymentMethod,
  IntentConfirmation,
  sandboxCardsPath,
} from '@redial/contract';
import type { FastifyError, FastifyPluginAsync } from 'fastify';
import Type, { type Static } from 'typebox';
import {
  completeAction,
  confirmIntent,
  createPaymentMethod,
  findIntentBySecret,
  SandboxCardError,
} from './sandbox-charges.ts';
import type { IntentRow } from './sandbox-intents.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { parseCard } from './sandbox-test-cards.ts';

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Params = Static<typeof Params>;
const Query = Type.Object({ clientSecret: Type.String({ maxLength: 200 }) });
type Query = Static<typeof Query>;

/**
 * The sandbox's endpoints for browsers. Errors have the provider's format, not the marketplace's.
 */
export function sandboxCardRoutes(store: SandboxStore): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    app.setErrorHandler((error: FastifyError | SandboxCardError, request, reply) => {
      if (error instanceof SandboxCardError)
        return reply.code(error.status).send(toErrorBody(error));
      const status = error.validation ? 400 : (error.statusCode ?? 500);
      if (status < 500) {
        return reply
          .code(status)
          .send(toErrorBody({ code: 'invalid_request', message: error.message }));
      }
      request.log.error({ err: error }, 'sandbox card request failed');
      return reply
        .code(503)
        .header('retry-after', 2)
        .send(
          toErrorBody({
            code: 'api_unavailable',
            message: 'The card provider cannot be reached. Try again shortly.',
          }),
        );
    });

    app.post<{ Body: CardDetails }>(
      `${sandboxCardsPath}/payment-methods`,
      { schema: { hide: true, body: CardDetails, response: { 200: CardPaymentMethod } } },
      ({ body }) => {
        const card = parseCard(body, store.clock.now());
        if (!('behaviour' in card)) throw new SandboxCardError(402, card);
        return createPaymentMethod(store, card);
      },
    );

    app.post<{ Params: Params; Body: IntentConfirmation }>(
      `${sandboxCardsPath}/intents/:id/confirm`,
      {
        schema: {
          hide: true,
          params: Params,
          body: IntentConfirmation,
          response: { 200: CardPaymentIntent },
        },
      },
      async ({ params, body }) => {
        const intent = await findIntentBySecret(store, params.id, body.clientSecret);
        return toCardIntent(await confirmIntent(store, intent, body.paymentMethodId));
      },
    );

    app.post<{ Params: Params; Body: ActionOutcome }>(
      `${sandboxCardsPath}/intents/:id/complete-action`,
      {
        schema: {
          hide: true,
          params: Params,
          body: ActionOutcome,
          response: { 200: CardPaymentIntent },
        },
      },
      async ({ params, body }) => {
        const intent = await findIntentBySecret(store, params.id, body.clientSecret);
        return toCardIntent(await completeAction(store, intent, body.outcome));
      },
    );

    app.get<{ Params: Params; Querystring: Query }>(
      `${sandboxCardsPath}/intents/:id`,
      {
        // The URL contains the client secret, so requests are not logged.
        logLevel: 'warn',
        schema: {
          hide: true,
          params: Params,
          querystring: Query,
          response: { 200: CardPaymentIntent },
        },
      },
      async ({ params, query }) =>
        toCardIntent(await findIntentBySecret(store, params.id, query.clientSecret)),
    );
  };
}

const toCardIntent = ({ id, status, amountCents, currency }: IntentRow): CardPaymentIntent => ({
  id,
  status,
  amountCents,
  currency,
});

const toErrorBody = ({ code, message }: { code: string; message: string }) => ({
  error: { code, message },
});
