import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { withPageMemo } from '@redial/api';
import type { ClientConfig } from '@redial/contract';
import type { PageMatcher, WebBundle, WebHandler } from '@redial/web/handler';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ConfigError } from './config.ts';
import { canonicalPageUrl } from './page-url.ts';

const build = fileURLToPath(new URL('../../web/build', import.meta.url));

/** The source of pages and static files. */
export interface WebSource {
  readonly files: FastifyPluginAsync;
  /** The folder of the built scripts and fonts; undefined while they are built on demand. */
  readonly assetsDir?: string;
  /** Handles a request for a page or for a page's data. */
  readonly handleWeb: WebHandler;
  readonly hasPage: PageMatcher;
}

/**
 * Loads the built web app.
 *
 * @throws ConfigError if it has not been built.
 */
export async function loadBuiltWeb(): Promise<WebSource> {
  const entry = path.join(build, 'server/index.js');
  if (!existsSync(entry)) throw new ConfigError('the web app has not been built: use npm start');
  const { handleWeb, hasPage } = (await import(pathToFileURL(entry).href)) as WebBundle;
  return { files, assetsDir: path.join(build, 'client/assets'), handleWeb, hasPage };
}

const validators = ['accept-ranges', 'etag', 'last-modified'];

/** Headers that browsers apply to documents, or to calls of other origins, only. */
const documentHeaders = [
  'access-control-expose-headers',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-xss-protection',
];

/** File names below `assets` contain a hash, so they never change. */
const files: FastifyPluginAsync = async (app) => {
  await app.register(fastifyStatic, {
    root: path.join(build, 'client'),
    wildcard: false,
    cacheControl: false,
    // The build creates compressed copies of the files.
    preCompressed: true,
    setHeaders: (reply, file) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      reply.header(
        'cache-control',
        immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      // Nobody asks again for what never changes, and scripts are no documents: 280 bytes for each of a
      // page's twelve scripts.
      if (immutable) {
        for (const name of [...validators, ...documentHeaders]) reply.removeHeader(name);
      }
    },
  });
};

/** Renders a page or a page's data. */
export async function renderPage(
  options: {
    web: WebSource;
    app: FastifyInstance;
    publicUrl: string;
    settings: ClientConfig;
  },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { web, app, publicUrl, settings } = options;
  const aborted = new AbortController();
  request.raw.once('close', () => {
    if (!reply.raw.writableEnded) aborted.abort();
  });
  const page = await withPageMemo(() =>
    web.handleWeb(
      new Request(publicUrl + pageUrlOf(request, web.hasPage), {
        method: request.method,
        headers: toHeaders(request),
        signal: aborted.signal,
      }),
      {
        api: (endpoint, input) =>
          app.inProcess.call(endpoint, input, { ip: request.ip, log: request.log }),
        settings,
        publicUrl,
        onError: (err) => request.log.error({ err }, 'page request failed'),
      },
    ),
  );
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (!page.body) return reply.send();
  // The response cache stores buffers, not streams.
  const isCacheable = page.headers.has('surrogate-control');
  return reply.send(
    isCacheable ? Buffer.from(await page.arrayBuffer()) : Readable.fromWeb(page.body),
  );
}

/**
 * A form posted to `/` is for the page there. React Router takes it for one to the root of all pages, and
 * answers with an error page of its own, which it also prints.
 */
function pageUrlOf({ method, url }: FastifyRequest, hasPage: PageMatcher): string {
  if (method === 'POST' && /^\/(?:\?|$)/.test(url)) return '/?index';
  return canonicalPageUrl(url, hasPage) ?? url;
}

function toHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '));
  }
  return headers;
}
