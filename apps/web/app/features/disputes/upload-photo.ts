import {
  buildPath,
  imageLimits,
  parseApiError,
  type ResponseOf,
  uploadDisputePhoto,
} from '@redial/contract';
import { apiBase } from '../../api.ts';
import { marketplaceToken, renewToken } from '../../session/session.ts';

export type UploadedPhoto =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly message: string };

/** Uploads a photo for a dispute about an order. An expired token is renewed once. */
export async function uploadPhoto(orderId: string, file: File): Promise<UploadedPhoto> {
  if (file.size > imageLimits.maxBytes) {
    return { ok: false, message: 'Choose a picture of at most 10 MB' };
  }
  try {
    let response = await send(orderId, file, await marketplaceToken());
    if (response.status === 401) response = await send(orderId, file, await renewToken());
    const body: unknown = await response.json();
    if (!response.ok) return { ok: false, message: parseApiError(body, response.status).message };
    const { insertedId, url } = body as ResponseOf<typeof uploadDisputePhoto>;
    return { ok: true, id: insertedId, url };
  } catch {
    return { ok: false, message: 'There is no connection: try again' };
  }
}

function send(orderId: string, file: File, token: string | undefined): Promise<Response> {
  const form = new FormData();
  form.set('image', file);
  return fetch(apiBase + buildPath(uploadDisputePhoto, { id: orderId }), {
    method: uploadDisputePhoto.method,
    body: form,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}
