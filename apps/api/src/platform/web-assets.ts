import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { webAssets } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Problem } from './problem.ts';
import { acquireAdvisoryLock, inTransaction } from './transaction.ts';

/*
 * Pages load scripts and fonts by names that contain a hash. While a new version is rolled out, a page of
 * one version may ask a replica of the other, and pages stay open for days. The database therefore has the
 * files of all versions, and a server that lacks one sends it from there.
 */

/** Days for which files of a replaced version are kept, in which pages of it may still be open. */
const keptDays = 30;

/** Key of the advisory lock; unique within the application. */
export const shareLock = 7_326_143;

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Names of other files are not looked up. */
const hashedName = /^[\w.-]+-[\w-]{8}\.(?:js|woff2?)$/;

/**
 * Stores the scripts and fonts of this version, and deletes those of versions that were replaced long ago.
 *
 * @param dir the folder of the built files.
 * @returns the number of files stored.
 */
export async function shareAssets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  dir: string,
): Promise<number> {
  const names = (await readdir(dir)).filter((name) => hashedName.test(name));
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    // One at a time: replicas that start together share the same files.
    await acquireAdvisoryLock(tx, shareLock);
    const own = sql`${webAssets.name} = any(${sql.param(names)}::text[])`;
    const known = await tx.select({ name: webAssets.name }).from(webAssets).where(own);
    const stored = new Set(known.map(({ name }) => name));
    const added = names.filter((name) => !stored.has(name));
    for (const name of added) {
      await tx.insert(webAssets).values({ name, content: await readFile(path.join(dir, name)) });
    }
    await tx
      .update(webAssets)
      .set({ replacedAt: null })
      .where(and(own, isNotNull(webAssets.replacedAt)));
    await tx
      .update(webAssets)
      .set({ replacedAt: now })
      .where(and(sql`not ${own}`, isNull(webAssets.replacedAt)));
    const expired = new Date(now.getTime() - keptDays * 86_400_000);
    await tx.delete(webAssets).where(lt(webAssets.replacedAt, expired));
    return added.length;
  });
}

/** Requests a minute for files of other versions, of each network; a page loads up to thirty. */
const requestsPerMinute = 600;

/** Serves the files of other versions; those of this one are served from its own build. */
export function assetRoutes(
  app: FastifyInstance,
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
): void {
  const max = Math.ceil(requestsPerMinute * settings.rateLimitScale);
  app.get<{ Params: { name: string } }>(
    `/assets/:name(${hashedName.source})`,
    {
      schema: { hide: true },
      config: { rateLimits: [{ max, seconds: 60, per: 'network' }] },
    },
    async ({ params: { name } }, reply) => {
      const [asset] = await db
        .select({ content: webAssets.content })
        .from(webAssets)
        .where(eq(webAssets.name, name));
      if (!asset) throw new Problem('route.not-found');
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.type(contentTypes[path.extname(name)] ?? 'application/octet-stream');
      return asset.content;
    },
  );
}
