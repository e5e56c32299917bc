import { drawBack } from './back.ts';
import { edgeOf, tabletop, thickness } from './close-up.ts';
import { side } from './compose.ts';
import { drawFront } from './front.ts';
import { softShadow } from './parts.ts';
import type { Part, Shape } from './shape.ts';
import { createPalette, fill, n, type Palette } from './svg.ts';
import { tone } from './tone.ts';
import { type Wallpaper, wallpaperFor } from './wallpaper.ts';

/** What a further photo of a phone shows, besides the product picture. */
export const galleryViews = ['front', 'back', 'cameras', 'edges', 'chin'] as const;
export type GalleryView = (typeof galleryViews)[number];

/** Pixels of the side of a further photo. */
export const viewSide = 640;
/** Share of the picture that the longer side of the phone takes. */
const filled = 0.86;

/** Everything that the views of one phone have in common. */
interface Drawn {
  readonly shape: Shape;
  readonly colour: string;
  readonly cover: Wallpaper;
  readonly palette: Palette;
}

/**
 * A photo of one side of a phone that lies on a table, seen from above.
 *
 * @param colour of the back, `#rrggbb`.
 * @param variety any whole number; picks the wallpaper, and how the phone lies.
 * @returns an SVG document, `viewSide` pixels wide and high.
 */
export function composeView(
  shape: Shape,
  colour: string,
  view: GalleryView,
  variety: number,
): string {
  const palette = createPalette();
  const drawn = { shape, colour, cover: wallpaperFor(colour, variety), palette };
  const turn = ((variety + 5 * galleryViews.indexOf(view)) % 7) - 3;
  const drawing = [
    tabletop(colour, palette),
    `<g transform="rotate(${turn} ${side / 2} ${side / 2})">${drawers[view](drawn)}</g>`,
    lamp(palette),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${viewSide}" height="${viewSide}" viewBox="0 0 ${side} ${side}">${palette.defs()}${drawing}</svg>`;
}

const drawers: Record<GalleryView, (drawn: Drawn) => string> = {
  front: (drawn) => whole(drawn, frontSize(drawn.shape), drawFrontOf(drawn)),
  back: (drawn) => whole(drawn, drawn.shape, drawBackOf(drawn)),
  cameras: (drawn) => {
    const { x, y, span } = camerasOf(drawn.shape);
    return near(drawn.shape, drawBackOf(drawn), x, y, Math.max(34, span * 1.5));
  },
  chin: (drawn) => {
    const { w, h } = frontSize(drawn.shape);
    return near({ w, h, r: drawn.shape.r }, drawFrontOf(drawn), w / 2, h - 12, w * 1.15);
  },
  edges: ({ shape, colour, palette }) => {
    const scale = (side * filled) / shape.h;
    const lengths = [shape.h, shape.h, shape.w];
    return lengths
      .map((length, index) => {
        const x = (side - length * scale) / 2;
        const y = side * (0.24 + 0.24 * index);
        const isShort = index === 2;
        return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})">${bar({ shape, colour, palette, length, isShort, isRight: index === 1 })}</g>`;
      })
      .join('');
  },
};

const frontSize = ({ w, h, open }: Shape) => ({ w, h, ...open });
const drawFrontOf = ({ shape, colour, cover, palette }: Drawn) =>
  drawFront(shape, colour, cover, palette);
const drawBackOf = ({ shape, colour, cover, palette }: Drawn) =>
  drawBack(shape, colour, cover, palette);

/** The whole of a side in the middle of the picture. */
function whole(
  { shape }: Drawn,
  { w, h }: { readonly w: number; readonly h: number },
  drawing: string,
): string {
  const scale = (side * filled) / Math.max(w, h);
  const [x, y] = [(side - w * scale) / 2, (side - h * scale) / 2];
  const shadow = softShadow({ x: 0, y: 0, w, h, r: shape.r }, 7, 0.42, 3);
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale)})">${shadow}${drawing}</g>`;
}

/** A part of a side, around a point in millimetres, `view` millimetres wide. */
function near(
  { w, h, r }: { readonly w: number; readonly h: number; readonly r: number },
  drawing: string,
  x: number,
  y: number,
  view: number,
): string {
  const scale = side / view;
  // Its layers would be seen from so near.
  const shadow = softShadow({ x: 0, y: 0, w, h, r }, 2, 0.4, 0.8);
  return `<g transform="translate(${n(side / 2 - x * scale)} ${n(side / 2 - y * scale)}) scale(${n(scale)})">${shadow}${drawing}</g>`;
}

/** Where the lenses are, in millimetres, and how far they reach. */
function camerasOf({ w, back }: Shape): { x: number; y: number; span: number } {
  const lenses = back.filter(
    (part): part is Extract<Part, { kind: 'lens' }> => part.kind === 'lens',
  );
  if (lenses.length === 0) return { x: w / 2, y: w / 2, span: w };
  const reach = (of: (lens: (typeof lenses)[number]) => [number, number]) => {
    const ends = lenses.flatMap(of);
    return [Math.min(...ends), Math.max(...ends)] as const;
  };
  const [left, right] = reach(({ x, r }) => [x - r, x + r]);
  const [top, bottom] = reach(({ y, r }) => [y - r, y + r]);
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    span: Math.max(right - left, bottom - top),
  };
}

/** One edge of the phone, lying: a long one with its buttons, or the short one with its port. */
function bar({
  shape,
  colour,
  palette,
  length,
  isShort,
  isRight,
}: {
  shape: Shape;
  colour: string;
  palette: Palette;
  length: number;
  isShort: boolean;
  isRight: boolean;
}): string {
  const body = { x: 0, y: -0.7, w: length, h: thickness + 1.3, r: 2.6 };
  const clip = palette.clip(
    `<rect x="0" y="-0.7" width="${n(length)}" height="${n(thickness + 1.3)}" rx="2.6"/>`,
  );
  const key = (from: number, to: number) =>
    `<rect x="${n(length * from)}" y="2.6" width="${n(length * (to - from))}" height="2.6" rx="1.3" ${fill(tone(colour, -0.16))} stroke="#000" stroke-opacity=".35" stroke-width=".2"/>`;
  const hole = (x: number) => `<circle cx="${n(x)}" cy="3.9" r=".8" ${fill('#08090b')}/>`;
  const middle = length / 2;
  const port = [
    `<rect x="${n(middle - 4.5)}" y="2.4" width="9" height="3" rx="1.5" ${fill('#08090b')} stroke="#fff" stroke-opacity=".3" stroke-width=".25"/>`,
    ...[12, 15, 18, 21].flatMap((away) => [hole(middle - away), hole(middle + away)]),
  ].join('');
  const isSplit = shape.buttons === 'split';
  const keys = isRight
    ? isSplit
      ? key(0.3, 0.42)
      : key(0.19, 0.33) + key(0.37, 0.45)
    : isSplit
      ? key(0.2, 0.25) + key(0.28, 0.35) + key(0.37, 0.45)
      : '';
  return [
    softShadow(body, 5, 0.4, 3),
    `<g clip-path="${clip}">${edgeOf(shape, colour, length * (isShort ? 3 : 1.6), palette)}${isShort ? port : keys}</g>`,
  ].join('');
}

/** The light of a window beside the table. */
function lamp(palette: Palette): string {
  const light = palette.radial(
    [0.2, 0.1, 0.95],
    [
      [0, '#fff', 0.22],
      [0.5, '#fff', 0.04],
      [1, '#000', 0.1],
    ],
  );
  return `<rect width="${side}" height="${side}" ${fill(light)}/>`;
}
