import { imageUrlMaxLength } from '@redial/contract';
import { type ImageHost, ImagesUnavailable } from '../../ports/image-store.ts';

export interface ExternalHostConfig {
  /** Base URL of the API; images are posted to `{url}/1/upload`. */
  readonly url: string;
  readonly key: string;
}

/** Maximum size of a response; a regular one has some hundred bytes. */
const maxResponseBytes = 64 * 1024;

/** Room for the signature that is appended to a URL (`signUrl`): `#` and 16 bytes in base64url. */
const signatureLength = 23;
const maxUrlLength = imageUrlMaxLength - signatureLength;

/**
 * An external image host with the API of imgbb: a multipart POST with the field `image` and the key
 * in the query; the response has `success` and `data.url`.
 *
 * As the key is part of the URL, error messages never contain URLs.
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
          // The key must not be sent to the target of a redirect.
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await readText(response);
        if (!response.ok)
          throw new Error(`it responded with ${response.status}: ${text.slice(0, 200)}`);
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
    if (length > maxResponseBytes) throw new Error('its response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Extracts the image's URL from a response. Only https URLs, or URLs of the host itself, are
 * accepted.
 */
function parseImageUrl(text: string, origin: string): string {
  let body: { success?: unknown; data?: { url?: unknown } | null } | null;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error('its response is not JSON');
  }
  if (body?.success !== true) throw new Error(`it reported: ${text.slice(0, 200)}`);
  const rawUrl = body.data?.url;
  const url = typeof rawUrl === 'string' ? URL.parse(rawUrl) : null;
  if (!url || (url.protocol !== 'https:' && url.origin !== origin)) {
    throw new Error('its response has no image URL');
  }
  url.hash = '';
  if (url.href.length > maxUrlLength) throw new Error('the URL in its response is too long');
  return url.href;
}
