import {
  type ApiError,
  type ErrorsOf,
  imageLimits,
  parseApiError,
  type ResponseOf,
  uploadImage,
} from '@redial/contract';
import { apiBase } from '../../api.ts';
import { clearSession, marketplaceToken, renewToken } from '../../session/session.ts';

export type UploadResult =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly error: ApiError<ErrorsOf<typeof uploadImage>> };

interface Options {
  /** Receives the progress from 0 to 1. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Client-side checks that save a pointless upload; the server's validation is authoritative. */
export function validateImageFile({ name, type, size }: File): string | undefined {
  // Some systems report no MIME type for HEIC files.
  const isImage = type === '' ? /\.hei[cf]$/i.test(name) : type.startsWith('image/');
  if (!isImage) return 'Choose an image file';
  if (type === 'image/svg+xml') return 'Choose a photograph: drawings (SVG) are not taken';
  const maxMegabytes = imageLimits.maxBytes / 1024 / 1024;
  return size > imageLimits.maxBytes ? `Choose a picture of at most ${maxMegabytes} MB` : undefined;
}

/**
 * Uploads an image to the image host. As in `call`, an expired token is renewed once.
 * XMLHttpRequest, because `fetch` does not report upload progress.
 */
export async function uploadImageFile(file: File, options: Options): Promise<UploadResult> {
  let response = await send(file, await marketplaceToken(), options);
  if (response.status === 401) {
    const token = await renewToken();
    if (token) response = await send(file, token, options);
    if (response.status === 401) clearSession();
  }
  const { status, body } = response;
  if (status === 200 && isUploaded(body)) return { ok: true, url: body.data.url };
  return { ok: false, error: parseApiError(body, status) };
}

function isUploaded(body: unknown): body is ResponseOf<typeof uploadImage> {
  const { success, data } = (body ?? {}) as { success?: unknown; data?: { url?: unknown } };
  return success === true && typeof data?.url === 'string';
}

/** @returns status 0 if there was no response */
function send(
  file: File,
  token: string | undefined,
  { onProgress, signal }: Options,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set('image', file);
    request.open(uploadImage.method, apiBase + uploadImage.path);
    request.responseType = 'json';
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onloadend = () => resolve({ status: request.status, body: request.response });
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
