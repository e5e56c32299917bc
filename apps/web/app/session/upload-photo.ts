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

interface Options {
  /** Receives the progress from 0 to 1. */
  readonly onProgress?: (sent: number) => void;
  /** Ends the upload, which then fails like one without a connection. */
  readonly signal?: AbortSignal;
}

/**
 * Uploads a photo (multipart, field "image") to an endpoint, for the record with an id if it has one. An expired token is renewed once.
 * Reports a file that is too large without sending it.
 */
export async function uploadPhoto<const E extends Endpoint>(
  endpoint: E,
  id: string | undefined,
  file: File,
  options: Options = {},
): Promise<Result<ResponseOf<E>>> {
  if (file.size > imageLimits.maxBytes) {
    const message = 'Choose a picture of at most 10 MB';
    return { ok: false, error: { status: 413, code: 'image.too-large', message } };
  }
  const noConnection = { ...networkError, message: 'There is no connection: try again' };
  try {
    let response = await send(endpoint, id, file, await marketplaceToken(), options);
    if (response.status === 401) {
      response = await send(endpoint, id, file, await renewToken(), options);
    }
    const { status, body } = response;
    if (status === 0) return { ok: false, error: noConnection };
    if (status !== 200) return { ok: false, error: parseApiError(body, status) };
    return { ok: true, value: body as ResponseOf<E>, headers: new Headers() };
  } catch {
    return { ok: false, error: noConnection };
  }
}

/** Milliseconds without progress or a response after which the connection counts as lost. */
const stallMs = 60_000;

/**
 * By XMLHttpRequest, because `fetch` does not report the progress of an upload.
 *
 * @returns status 0 if there was no response.
 */
function send(
  endpoint: Endpoint,
  id: string | undefined,
  file: File,
  token: string | undefined,
  { onProgress, signal }: Options,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set('image', file);
    request.open(endpoint.method, apiBase + buildPath(endpoint, id === undefined ? {} : { id }));
    request.responseType = 'json';
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const ended = new AbortController();
    const abort = () => request.abort();
    let stall = setTimeout(abort, stallMs);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(abort, stallMs);
      onProgress?.(total ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(stall);
      ended.abort();
      resolve({ status: request.status, body: request.response });
    };
    signal?.addEventListener('abort', abort, { signal: ended.signal });
    // The connection need not be closed with the network: the request would wait for minutes.
    addEventListener('offline', abort, { signal: ended.signal });
    request.send(form);
  });
}
