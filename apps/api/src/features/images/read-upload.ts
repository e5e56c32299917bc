import type { MultipartFile } from '@fastify/multipart';
import { imageLimits } from '@redial/contract';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';
import { limitReceiving } from './limit-receiving.ts';
import { dropPngTexts } from './png-texts.ts';

/** Room for the multipart headers and small fields around a file. */
const multipartOverhead = 64 * 1024;
const tooLarge = () =>
  new Problem(
    'image.too-large',
    `The picture is larger than ${imageLimits.maxBytes / 1024 / 1024} MB: make it smaller`,
  );

/**
 * Reads the file of an upload from the multipart field `image`. An upload whose `Content-Length` is too
 * large is rejected unread, and texts in a PNG are left out.
 *
 * @throws Problem `body.unsupported`, `request.invalid`, `image.too-large`, `rate.limited`
 */
export async function readUpload(
  request: FastifyRequest,
  settings: Pick<Settings, 'rateLimitScale'>,
): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Problem('body.unsupported', 'Send the picture as multipart/form-data');
  }
  if (Number(request.headers['content-length']) > imageLimits.maxBytes + multipartOverhead)
    throw tooLarge();
  const release = limitReceiving(request, settings);
  try {
    const part = await request.file({ throwFileSizeLimit: false });
    if (part?.fieldname !== 'image') {
      throw new Problem('request.invalid', 'Choose a picture (field "image")', 'image');
    }
    const bytes = await readAll(part.file);
    if (bytes.length === 0) {
      throw new Problem('image.corrupt', 'The file is empty: choose another one');
    }
    return dropPngTexts(bytes);
  } catch (error) {
    drain(request);
    if (error instanceof Problem) throw error;
    throw new Problem('request.invalid', 'The upload is malformed or was cut off');
  } finally {
    release();
  }
}

/** Reads a file and stops at the size limit. */
async function readAll(file: MultipartFile['file']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  file.once('limit', () => file.destroy(tooLarge()));
  for await (const chunk of file) chunks.push(chunk);
  if (file.truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Drains the rest of a rejected upload: browsers read the response after sending everything. */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}
