import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import { verifyingSecrets } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';

type UrlSettings = Pick<Settings, 'publicUrl' | 'sessionSecret'>;

/**
 * A kind of images that only some users may see. Their files are in the embedded image store, and their
 * URLs are signed and expire, since the request for an image cannot carry a token.
 */
export interface PrivateImages {
  /** Below `/images/`, whose requests have no limit by IP address. */
  readonly path: `/images/${string}/`;
  /** Ends the names of the files, which `/images/:name` does not serve. */
  readonly suffix: string;
  /** What the signatures are for, so that one of another kind is not valid. */
  readonly purpose: string;
  /** For the list of routes. */
  readonly summary: string;
}

/** Seconds for which the URL of a private image is valid at least. */
const urlLifetimeSeconds = 3600;

/** The name of an image's file in the image store. */
export const privateFileName = ({ suffix }: PrivateImages, id: string): string =>
  `${id}-${suffix}.jpg`;

/**
 * The URL of an image for somebody who may see it. It changes once an hour, so that browsers cache the
 * image.
 *
 * @param now the current time.
 */
export function privateImageUrl(
  settings: UrlSettings,
  kind: PrivateImages,
  id: string,
  now: Date,
): string {
  const hour = Math.ceil(now.getTime() / 1000 / urlLifetimeSeconds) * urlLifetimeSeconds;
  const expires = hour + urlLifetimeSeconds;
  const signature = sign(settings, kind, id, expires).toString('base64url');
  return `${settings.publicUrl}${kind.path}${id}?expires=${expires}&signature=${signature}`;
}

/** Whether the URL of an image was signed here and has not expired. */
function isValidUrl(
  settings: Pick<Settings, 'sessionSecret' | 'previousSessionSecrets'>,
  kind: PrivateImages,
  { id, expires, signature }: { id: string; expires: number; signature: string },
  now: Date,
): boolean {
  const actual = Buffer.from(signature, 'base64url');
  const isSigned = verifyingSecrets(settings).some((sessionSecret) => {
    const expected = sign({ sessionSecret }, kind, id, expires);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  return isSigned && expires * 1000 > now.getTime();
}

const sign = (
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
  { purpose }: PrivateImages,
  id: string,
  expires: number,
): Buffer => createHmac('sha256', sessionSecret).update(`${purpose}\0${id}\0${expires}`).digest();

const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });
const Query = Type.Object({
  expires: Type.Integer(),
  signature: Type.String({ maxLength: 100 }),
});

/** Serves the images of a kind to those who have a valid URL. */
export function privateImageRoute(
  api: FastifyInstance,
  { settings, clock, imageStore }: Pick<Deps, 'settings' | 'clock' | 'imageStore'>,
  kind: PrivateImages,
): void {
  api.get<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>(
    `${kind.path}:id`,
    {
      config: { access: 'public' },
      schema: { summary: kind.summary, params: Params, querystring: Query },
    },
    async ({ params: { id }, query }, reply) => {
      const isValid = isValidUrl(settings, kind, { id, ...query }, clock.now());
      const bytes = isValid && (await imageStore.get(privateFileName(kind, id)));
      if (!bytes) throw new Problem('image.not-found');
      return reply
        .header('cache-control', 'private, max-age=3600')
        .header('x-content-type-options', 'nosniff')
        .type('image/jpeg')
        .send(bytes);
    },
  );
}
