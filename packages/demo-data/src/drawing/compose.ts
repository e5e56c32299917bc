import { drawBack } from './back.ts';
import { drawFront } from './front.ts';
import { softShadow } from './parts.ts';
import type { Shape } from './shape.ts';
import { type Box, box, createPalette, ellipse, fill, n, type Palette } from './svg.ts';
import { at, mix, tone } from './tone.ts';
import { wallpaperFor } from './wallpaper.ts';

/** Pixels of a picture's side, before it is scaled. */
export const side = 960;
/** The same for all phones, so that a small one looks small beside a large one. */
const pixelsPerMm = 4.4;
const floor = 834;
/** The front stands nearer to the camera. */
const nearer = 10;
const overlap = 0.27;

/** How much of the back the front may cover, in millimetres: never its cameras. */
function hiddenOf({ w, back, open }: Shape): number {
  const rightmost = back.map((part) => {
    switch (part.kind) {
      case 'lens':
      case 'flash':
      case 'disc':
        return part.x + part.r;
      case 'plate':
        return part.w < w * 0.75 ? part.x + part.w : 0;
      case 'window':
        return part.x + part.w;
      default:
        return 0;
    }
  });
  const free = w - Math.max(...rightmost) - 2.4;
  return Math.min(w * (open ? 0.36 : overlap), Math.max(free, w * 0.1));
}

/** The studio: a pale wall that runs into the floor without an edge, warmed by the phone's colour. */
function studio(colour: string, palette: Palette): string {
  const tint = (l: number) => mix(at('#b9aa94', l, 0.006), at(colour, l, 0.05), 0.3);
  const wall = palette.linear(
    [0, 0, 0, 1],
    [
      [0, tint(0.9)],
      [0.4, tint(0.935)],
      [0.7, tint(0.955)],
      [0.78, tint(0.952)],
      [0.84, tint(0.935)],
      [0.92, tint(0.912)],
      [1, tint(0.888)],
    ],
  );
  const lamp = palette.radial(
    [0.4, 0.42, 0.6],
    [
      [0, '#fff', 0.55],
      [0.5, '#fff', 0.2],
      [1, '#fff', 0],
    ],
  );
  const square = (paint: string) => `<rect width="${side}" height="${side}" ${fill(paint)}/>`;
  return square(wall) + square(lamp);
}

/** What a standing phone takes from the floor's light: a wide shade, and a dark line under its edge. */
function contact(x: number, width: number, y: number, colour: string, palette: Palette): string {
  const cx = x + width / 2;
  const soft = (strength: number, of = '#1a1712') =>
    palette.radial(
      [0.5, 0.5, 0.5],
      [
        [0, of, strength],
        [0.45, of, strength * 0.55],
        [0.8, of, strength * 0.1],
        [1, of, 0],
      ],
    );
  return [
    ellipse(cx + width * 0.03, y + 6, width * 0.66, 52, fill(soft(0.2, tone(colour, -0.12, 1.2)))),
    ellipse(cx + width * 0.12, y + 8, width * 0.76, 34, fill(soft(0.16))),
    ellipse(cx + width * 0.04, y + 4, width * 0.6, 16, fill(soft(0.34))),
    ellipse(cx, y + 1, width * 0.5, 5, fill(soft(0.6))),
  ].join('');
}

/** The shade that the front throws on the back behind it, in the front's own place. */
function castShade(front: Box, back: Box, palette: Palette): string {
  const clip = palette.clip(box(back, ''));
  return `<g clip-path="${clip}">${softShadow({ ...front, x: front.x - 0.3 }, 6.5, 0.36, 1)}</g>`;
}

/**
 * A product picture: the phone's back and its lit front standing together in the studio.
 *
 * @param colour of the back, `#rrggbb`.
 * @param variety any whole number; picks the wallpaper.
 * @returns an SVG document, `side` pixels wide and high.
 */
export function composeDrawing(shape: Shape, colour: string, variety: number): string {
  const palette = createPalette();
  const picture = wallpaperFor(colour, variety);
  const front = { w: shape.open?.w ?? shape.w, h: shape.open?.h ?? shape.h };
  const s = pixelsPerMm;
  const hidden = hiddenOf(shape);
  const left = (side - (shape.w + front.w - hidden) * s) / 2;
  const backTop = floor - shape.h * s;
  const frontLeft = left + (shape.w - hidden) * s;
  const frontTop = floor + nearer - front.h * s;
  const place = (x: number, y: number, drawing: string) =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${s})">${drawing}</g>`;
  const drawing = [
    studio(colour, palette),
    contact(left, shape.w * s, floor, colour, palette),
    place(
      left,
      backTop,
      drawBack(shape, colour, picture, palette) +
        castShade(
          { x: shape.w - hidden, y: (frontTop - backTop) / s, ...front, r: shape.r },
          { x: 0, y: 0, w: shape.w, h: shape.h, r: shape.r },
          palette,
        ),
    ),
    contact(frontLeft, front.w * s, floor + nearer, colour, palette),
    place(frontLeft, frontTop, drawFront(shape, colour, picture, palette)),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">${palette.defs()}${drawing}</svg>`;
}
