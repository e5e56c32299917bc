import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { createImageLookup, getImage } from './get-image.ts';
import { readUpload } from './read-upload.ts';
import { storeImage } from './store-image.ts';

const Params = Type.Object({ name: Type.String() });

/** The embedded image host. Images are public and immutable. */
export function imagesRoutes(api: FastifyInstance, route: Route, deps: Deps): void {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 20,
    maxQueuedPerUser: 5,
  });

  const findWidth = createImageLookup(deps);

  route(
    contract.uploadImage,
    async ({ actor, request }) => {
      const url = await storeImage(
        { ...deps, limiter },
        actor,
        await readUpload(request, deps.settings),
        'listing',
      );
      return { success: true, data: { url } } as const;
    },
    // An external image host has no records to check the quota by.
    {
      limit: [
        { max: 30, seconds: 60 },
        { max: 100, seconds: 3600 },
        { max: 300, seconds: 86_400 },
      ],
    },
  );

  api.get<{ Params: Static<typeof Params> }>(
    '/images/:name',
    {
      config: { access: 'public' },
      schema: { summary: 'One size of an image', params: Params },
    },
    async ({ params, headers }, reply) => {
      const { etag, contentType, bytes } = await getImage({ ...deps, findWidth }, undefined, {
        name: params.name,
        ifNoneMatch: headers['if-none-match'],
      });
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
