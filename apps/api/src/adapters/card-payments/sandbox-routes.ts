// Declares `hide`, which keeps a call out of the marketplace's OpenAPI document.
import type {} from '@fastify/swagger';
import {
  ActionOutcome,
  CardIntent,
  CardToken,
  Confirmation,
  NewCard,
  sandboxCardsPath,
} from '@redial/contract';
import type { FastifyError, FastifyPluginAsync } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Books, IntentRow } from './sandbox-books.ts';
import { CardRefused, completeAction, confirm, keepCard, openIntent } from './sandbox-charges.ts';
import { readCard } from './sandbox-test-cards.ts';

const Params = Type.Object({ id: Type.String({ maxLength: 60 }) });
type Params = Static<typeof Params>;
const Query = Type.Object({ clientSecret: Type.String({ maxLength: 200 }) });
type Query = Static<typeof Query>;

/** The sandbox's calls for browsers. Errors are in the provider's form, never the marketplace's. */
export function sandboxCardRoutes(books: Books): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    app.setErrorHandler((error: FastifyError | CardRefused, request, reply) => {
      if (error instanceof CardRefused) return reply.code(error.status).send(wireError(error));
      const status = error.validation ? 400 : (error.statusCode ?? 500);
      if (status < 500) {
        return reply
          .code(status)
          .send(wireError({ code: 'invalid_request', message: error.message }));
      }
      request.log.error({ err: error }, 'sandbox card request failed');
      return reply
        .code(503)
        .header('retry-after', 2)
        .send(
          wireError({
            code: 'api_unavailable',
            message: 'The card provider cannot be reached. Try again shortly.',
          }),
        );
    });

    app.post<{ Body: NewCard }>(
      `${sandboxCardsPath}/payment-methods`,
      { schema: { hide: true, body: NewCard, response: { 200: CardToken } } },
      ({ body }) => {
        const card = readCard(body, books.clock.now());
        if (!('behaviour' in card)) throw new CardRefused(402, card);
        return keepCard(books, card);
      },
    );

    app.post<{ Params: Params; Body: Confirmation }>(
      `${sandboxCardsPath}/intents/:id/confirm`,
      { schema: { hide: true, params: Params, body: Confirmation, response: { 200: CardIntent } } },
      async ({ params, body }) => {
        const intent = await openIntent(books, params.id, body.clientSecret);
        return wireIntent(await confirm(books, intent, body.paymentMethodId));
      },
    );

    app.post<{ Params: Params; Body: ActionOutcome }>(
      `${sandboxCardsPath}/intents/:id/complete-action`,
      {
        schema: { hide: true, params: Params, body: ActionOutcome, response: { 200: CardIntent } },
      },
      async ({ params, body }) => {
        const intent = await openIntent(books, params.id, body.clientSecret);
        return wireIntent(await completeAction(books, intent, body.outcome));
      },
    );

    app.get<{ Params: Params; Querystring: Query }>(
      `${sandboxCardsPath}/intents/:id`,
      {
        // The address carries the client secret, so requests are not logged.
        logLevel: 'warn',
        schema: { hide: true, params: Params, querystring: Query, response: { 200: CardIntent } },
      },
      async ({ params, query }) =>
        wireIntent(await openIntent(books, params.id, query.clientSecret)),
    );
  };
}

const wireIntent = ({ id, status, amountCents, currency }: IntentRow): CardIntent => ({
  id,
  status,
  amountCents,
  currency,
});

const wireError = ({ code, message }: { code: string; message: string }) => ({
  error: { code, message },
});
