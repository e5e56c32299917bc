import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { readImage } from './read-image.ts';
import { receiveFile } from './receive-file.ts';
import { storeImage } from './store-image.ts';
import { createTurns } from './turns.ts';

const Params = Type.Object({ name: Type.String() });

/** The embedded image host. Pictures are public and never change, so reading one asks for no token. */
export function imagesRoutes(api: FastifyInstance, route: Route, deps: Deps): void {
  const turns = createTurns({ atOnce: 2, waiting: 20 });

  route(
    contract.uploadImage,
    async ({ actor, request }) => {
      const url = await storeImage({ ...deps, turns }, actor, await receiveFile(request));
      return { success: true, data: { url } } as const;
    },
    { limit: { max: 30, seconds: 60 } },
  );

  api.get<{ Params: Static<typeof Params> }>(
    '/images/:name',
    {
      config: { access: 'everyone' },
      schema: { summary: 'A kept size of a picture', params: Params },
    },
    async ({ params, headers }, reply) => {
      const { etag, contentType, bytes } = await readImage(
        deps,
        params.name,
        headers['if-none-match'],
      );
      return reply
        .code(bytes ? 200 : 304)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('etag', etag)
        .type(contentType)
        .send(bytes);
    },
  );
}
