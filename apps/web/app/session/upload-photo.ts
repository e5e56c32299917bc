import {
  buildPath,
  type Endpoint,
  imageLimits,
  networkError,
  parseApiError,
  type ResponseOf,
  type Result,
} from '@redial/contract';
import { apiBase } from '../api.ts';
import { marketplaceToken, renewToken } from './session.ts';

/**
 * Uploads a photo (multipart, field "image") to an endpoint with an id. An expired token is renewed once.
 * Reports a file that is too large without sending it.
 */
export async function uploadPhoto<const E extends Endpoint>(
  endpoint: E,
  id: string,
  file: File,
): Promise<Result<ResponseOf<E>>> {
  if (file.size > imageLimits.maxBytes) {
    const message = 'Choose a picture of at most 10 MB';
    return { ok: false, error: { status: 413, code: 'image.too-large', message } };
  }
  try {
    let response = await send(endpoint, id, file, await marketplaceToken());
    if (response.status === 401) response = await send(endpoint, id, file, await renewToken());
    const body: unknown = await response.json();
    if (!response.ok) return { ok: false, error: parseApiError(body, response.status) };
    return { ok: true, value: body as ResponseOf<E>, headers: response.headers };
  } catch {
    return { ok: false, error: { ...networkError, message: 'There is no connection: try again' } };
  }
}

function send(
  endpoint: Endpoint,
  id: string,
  file: File,
  token: string | undefined,
): Promise<Response> {
  const form = new FormData();
  form.set('image', file);
  return fetch(apiBase + buildPath(endpoint, { id }), {
    method: endpoint.method,
    body: form,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}
