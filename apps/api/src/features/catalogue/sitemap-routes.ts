import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import { pagesSitemap, productsSitemap, sellersSitemap, sitemapIndex } from './sitemap.ts';

const SellersQuery = Type.Object({ after: Type.Optional(Type.String({ format: 'uuid' })) });
const Query = Type.Object({ after: Type.Optional(Type.String({ maxLength: 400 })) });

/** `robots.txt` and the sitemaps. */
export function sitemapRoutes(
  api: FastifyInstance,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
) {
  const { publicUrl, rateLimitScale } = settings;
  const schema = { hide: true };
  const config = {
    access: 'public',
    // A part has up to 50,000 rows; crawlers fetch few of them a minute.
    rateLimits: [{ max: Math.ceil(60 * rateLimitScale), seconds: 60 }],
  } as const;

  api.get('/robots.txt', { config, schema }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robotsTxt(publicUrl)),
  );
  api.get('/sitemap.xml', { config, schema }, async (_request, reply) =>
    sendXml(reply, sitemapIndex(db, publicUrl)),
  );
  api.get('/sitemap-pages.xml', { config, schema }, async (_request, reply) =>
    sendXml(reply, [await pagesSitemap(db, publicUrl)]),
  );
  api.get<{ Querystring: Static<typeof Query> }>(
    '/sitemap-phones.xml',
    { config, schema: { ...schema, querystring: Query } },
    async ({ query }, reply) => sendXml(reply, productsSitemap(db, publicUrl, query.after)),
  );
  api.get<{ Querystring: Static<typeof SellersQuery> }>(
    '/sitemap-sellers.xml',
    { config, schema: { ...schema, querystring: SellersQuery } },
    async ({ query }, reply) => sendXml(reply, sellersSitemap(db, publicUrl, query.after)),
  );
}

/** Produces the first part before the response begins, so that an early failure is still a problem. */
async function sendXml(
  reply: FastifyReply,
  parts: AsyncGenerator<string> | string[],
): Promise<FastifyReply> {
  const iterator = Array.isArray(parts) ? parts.values() : parts;
  const first = await iterator.next();
  async function* text() {
    for (let step = first; !step.done; step = await iterator.next()) {
      if (step.value) yield step.value;
    }
  }
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(Readable.from(text()));
}

/** Excludes pages behind sign-in and searches, of which there are infinitely many. */
const robotsTxt = (publicUrl: string): string => `User-agent: *
Disallow: /dashboard
Disallow: /login
Disallow: /signup
Disallow: /reset-password
Disallow: /search?
Allow: /

Sitemap: ${publicUrl}/sitemap.xml
`;
