import { createHash } from 'node:crypto';
import { closeUpSide, composeCloseUp, type Mark } from './drawing/close-up.ts';
import { colourOf } from './drawing/colours.ts';
import { composeDrawing, side } from './drawing/compose.ts';
import { composePortrait, portraitSide } from './drawing/portrait.ts';
import { shapeOf } from './drawing/shapes.ts';
import { composeView, type GalleryView, viewSide } from './drawing/views.ts';

/** An image of the demo catalogue. */
export interface DemoImage {
  /** Derived from the drawing, so a changed drawing has another id. */
  readonly id: string;
  readonly svg: string;
  /** Width and height in pixels of the largest stored variant. */
  readonly side: number;
  /** The path under which the image host serves it, as stored in the database. */
  readonly path: string;
}

/** Draws a phone, for all listings of the same model and colour. */
export function drawImage(model: string, colour: string): DemoImage {
  const variety = varietyOf(`${model}/${colour}`);
  return toImage(composeDrawing(shapeOf(model), colourOf(model, colour), variety), side);
}

/** Draws a mark on the back or an edge of a phone, seen from near. */
export function drawCloseUp(model: string, colour: string, mark: Mark): DemoImage {
  const variety = varietyOf([model, colour, mark.side, mark.kind, mark.x, mark.y].join('/'));
  const svg = composeCloseUp(shapeOf(model), colourOf(model, colour), mark, variety);
  return toImage(svg, closeUpSide);
}

/** Draws a further photo of a phone: one of its sides, or its cameras. */
export function drawView(model: string, colour: string, view: GalleryView): DemoImage {
  const variety = varietyOf(`${model}/${colour}`);
  return toImage(composeView(shapeOf(model), colourOf(model, colour), view, variety), viewSide);
}

/** Draws the photo of a person who does not exist. */
export const drawPortrait = (name: string): DemoImage =>
  toImage(`${composePortrait(varietyOf(name))}<!-- ${varietyOf(name)} -->`, portraitSide);

const varietyOf = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE();

function toImage(svg: string, stored: number): DemoImage {
  const id = uuidOf(createHash('sha256').update(svg).digest());
  return { id, svg, side: stored, path: `/images/${id}-${stored}.jpg` };
}

/**
 * Draws a phone beside a sheet of paper with a code, like the photo that proves its possession. The
 * letters are strokes, since a server need not have fonts.
 */
export const drawPossessionPhoto = (model: string, colour: string, code: string): string =>
  drawImage(model, colour).svg.replace(
    /<\/svg>\s*$/,
    `<g transform="translate(${side * 0.56} ${side * 0.68}) rotate(-5) scale(${side / 1000})">
      <rect x="-24" y="-28" width="412" height="132" rx="3" fill="#fbfaf4" stroke="#d8d3c2" stroke-width="2"/>
      ${[...code].map((letter, index) => `<path transform="translate(${index * 62} 0) scale(9.5)" d="${strokes[letter] ?? ''}" fill="none" stroke="#1f2a5c" stroke-width=".75" stroke-linecap="round" stroke-linejoin="round"/>`).join('')}
    </g></svg>`,
  );

/** Capital letters and digits as strokes in a box of 4 by 8. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 8L2 0l2 8M.8 5h2.4',
  C: 'M4 1Q2-1 .6 1.6T.7 6.6Q2 9 4 7',
  E: 'M4 0H0v8h4M0 4h3',
  F: 'M4 0H0v8M0 4h3',
  H: 'M0 0v8M4 0v8M0 4h4',
  J: 'M4 0v6Q3.6 8.4 1.6 8 .2 7.6 0 6',
  K: 'M0 0v8M4 0L0 4.4 4 8',
  L: 'M0 0v8h4',
  M: 'M0 8V0l2 4 2-4v8',
  N: 'M0 8V0l4 8V0',
  P: 'M0 8V0h2.4Q4 .4 4 2.2T2.4 4.4H0',
  R: 'M0 8V0h2.4Q4 .4 4 2.2T2.4 4.4H0M2 4.4L4 8',
  T: 'M0 0h4M2 0v8',
  W: 'M0 0l1 8 1-5 1 5 1-8',
  X: 'M0 0l4 8M4 0L0 8',
  Y: 'M0 0l2 4 2-4M2 4v4',
  3: 'M0 .6Q3.8-.8 3.8 1.8T1.6 3.8Q4 4 4 6T0 7.4',
  4: 'M3 8V0L0 5.4h4',
  7: 'M0 0h4L1.4 8',
  9: 'M4 2.4Q3.8 0 2 0T0 2.4 2 4.6t2-2.2L3.6 8',
};

/** Creates a UUID of version 8 (RFC 9562) from the first bytes of a digest. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
