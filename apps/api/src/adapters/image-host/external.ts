import { type ImageHost, ImagesUnavailable } from '../../ports/image-store.ts';

export interface ExternalHostConfig {
  /** Where its call is: `{url}/1/upload`. */
  readonly url: string;
  readonly key: string;
}

/** Bytes of an answer; an honest one has some hundreds. */
const maxResponseBytes = 64 * 1024;

/**
 * An image host outside, by the call that imgbb and others have: a multipart POST with the field
 * `image`, and the key in the address; the answer has `success` and `data.url`.
 *
 * The key is in the address, so that no address is ever part of an error.
 */
export function createExternalHost({
  url,
  key,
  timeoutMs = 20_000,
}: ExternalHostConfig & { timeoutMs?: number }): ImageHost {
  const { origin } = new URL(url);
  return {
    origin,
    upload: async (jpeg) => {
      try {
        const form = new FormData();
        form.set('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'phone.jpg');
        const response = await fetch(`${url}/1/upload?key=${encodeURIComponent(key)}`, {
          method: 'POST',
          body: form,
          // Whoever is behind a redirect is not whom the key is for.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await readText(response);
        if (!response.ok) throw new Error(`it answers ${response.status}: ${text.slice(0, 200)}`);
        return parseImageUrl(text, origin);
      } catch (cause) {
        throw new ImagesUnavailable('the image host failed', { cause });
      }
    },
  };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error('its answer does not end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The picture's address in an answer: https, or of the host itself. */
function parseImageUrl(text: string, origin: string): string {
  let answer: { success?: unknown; data?: { url?: unknown } | null } | null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error('its answer is no JSON');
  }
  if (answer?.success !== true) throw new Error(`it says: ${text.slice(0, 200)}`);
  const address = answer.data?.url;
  const url = typeof address === 'string' && address.length <= 1000 ? URL.parse(address) : null;
  if (!url || (url.protocol !== 'https:' && url.origin !== origin)) {
    throw new Error('its answer has no address of a picture');
  }
  url.hash = '';
  return url.href;
}
