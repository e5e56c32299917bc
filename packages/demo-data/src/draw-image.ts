import { createHash } from 'node:crypto';
import { colourOf } from './drawing/colours.ts';
import { composeDrawing, side } from './drawing/compose.ts';
import { shapeOf } from './drawing/shapes.ts';

/** An image of a phone, shared by all listings of the same model and colour. */
export interface DemoImage {
  readonly id: string;
  readonly svg: string;
  /** Width and height in pixels of the largest stored variant. */
  readonly side: number;
  /** The path under which the image host serves it, as stored in the database. */
  readonly path: string;
}

/** Draws a phone. The id is derived from the drawing, so a changed drawing has another id. */
export function drawImage(model: string, colour: string): DemoImage {
  const variety = createHash('sha256').update(`${model}/${colour}`).digest().readUInt32BE();
  const svg = composeDrawing(shapeOf(model), colourOf(model, colour), variety);
  const id = uuidOf(createHash('sha256').update(svg).digest());
  return { id, svg, side, path: `/images/${id}-${side}.jpg` };
}

/** Creates a UUID of version 8 (RFC 9562) from the first bytes of a digest. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
