import type { Defect } from '@redial/contract';
import { drawBack } from './back.ts';
import { metalOf } from './body.ts';
import { side } from './compose.ts';
import type { Shape } from './shape.ts';
import { createPalette, fill, n, type Palette, path, stroke } from './svg.ts';
import { at, mix, tone } from './tone.ts';
import { wallpaperFor } from './wallpaper.ts';

/** A mark of the demo: its kind and length, and where it is on its side of the phone. */
export type Mark = Pick<Defect, 'kind' | 'side' | 'sizeMm' | 'x' | 'y'>;

/** Pixels of a close-up's side. */
export const closeUpSide = 640;
/** Millimetres that a close-up shows at least. */
const leastView = 24;
/** Thickness of a phone in millimetres. */
export const thickness = 7.8;

/**
 * A close-up of a mark on the back or an edge of a phone, as with a camera held near it.
 *
 * @param colour of the back, `#rrggbb`.
 * @param variety any whole number; picks the course of the scratch and the wallpaper.
 * @returns an SVG document, `closeUpSide` pixels wide and high.
 */
export function composeCloseUp(shape: Shape, colour: string, mark: Mark, variety: number): string {
  const palette = createPalette();
  const length = mark.sizeMm ?? 5;
  const view = Math.max(leastView, length * 1.7);
  const scale = side / view;
  const isBack = mark.side === 'back';
  const [x, y] = isBack ? [mark.x * shape.w, mark.y * shape.h] : [0, thickness * 0.45];
  const surface = isBack
    ? drawBack(shape, colour, wallpaperFor(colour, variety), palette)
    : edgeOf(shape, colour, view, palette);
  const angle = isBack ? (variety % 160) - 80 : (variety % 24) - 12;
  const turn = (variety % 9) - 4;
  const drawing = [
    tabletop(colour, palette),
    `<g transform="translate(${n(side / 2)} ${n(side / 2)}) rotate(${turn}) scale(${n(scale)}) translate(${n(-x)} ${n(-y)})">`,
    surface,
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${angle})">${scratch(mark.kind, length, variety)}</g>`,
    '</g>',
    lens(palette),
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${closeUpSide}" height="${closeUpSide}" viewBox="0 0 ${side} ${side}">${palette.defs()}${drawing}</svg>`;
}

const square = (paint: string): string => `<rect width="${side}" height="${side}" ${fill(paint)}/>`;

/** What the phone lies on. */
export function tabletop(colour: string, palette: Palette): string {
  const tint = (l: number) => mix(at('#b9aa94', l, 0.02), at(colour, l, 0.05), 0.3);
  return square(
    palette.linear(
      [0, 0, 0.4, 1],
      [
        [0, tint(0.9)],
        [1, tint(0.8)],
      ],
    ),
  );
}

/** The light of a lamp beside the phone, and the darker corners of a lens that is this near. */
function lens(palette: Palette): string {
  const glow = palette.radial(
    [0.3, 0.25, 0.8],
    [
      [0, '#fff', 0.2],
      [0.5, '#fff', 0.05],
      [1, '#fff', 0],
    ],
  );
  const corners = palette.radial(
    [0.5, 0.5, 0.72],
    [
      [0.55, '#000', 0],
      [1, '#000', 0.34],
    ],
  );
  return square(glow) + square(corners);
}

/** The frame seen from its side: metal between the glass of the front and that of the back. */
export function edgeOf(shape: Shape, colour: string, view: number, palette: Palette): string {
  const metal = metalOf(shape.frame, colour);
  const [left, width] = [-view, 2 * view];
  const band = (y: number, height: number, paint: string) =>
    `<rect x="${n(left)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" ${paint}/>`;
  const round = palette.linear(
    [0, 0, 0, 1],
    [
      [0, tone(metal, -0.22)],
      [0.08, tone(metal, 0.1, 0.8)],
      [0.3, tone(metal, 0.16, 0.7)],
      [0.46, metal],
      [0.8, tone(metal, -0.1)],
      [1, tone(metal, -0.3)],
    ],
  );
  const shadow = palette.linear(
    [0, 0, 0, 1],
    [
      [0, '#000', 0.38],
      [0.3, '#000', 0.12],
      [1, '#000', 0],
    ],
  );
  const antenna = (x: number) =>
    `<rect x="${n(x)}" y="0" width="1.1" height="${thickness}" ${fill(mix(metal, '#888888', 0.5), 0.8)}/>`;
  return [
    band(thickness + 0.5, 6, fill(shadow)),
    band(-0.7, 0.75, fill('#0c0d10')),
    band(-0.7, 0.16, fill('#fff', 0.35)),
    band(0, thickness, fill(round)),
    band(0, 0.12, fill('#000', 0.4)),
    band(thickness, 0.6, fill(tone(colour, -0.08))),
    band(thickness - 0.1, 0.14, fill('#000', 0.35)),
    // The line that parts the metal for an antenna; glass that is bent around hides it.
    shape.frame === 'wrap' || shape.frame === 'dark' ? '' : antenna(view * 0.3),
  ].join('');
}

/** How the kinds of scratches look: width in millimetres, depth of the groove, number of finer ones beside it. */
const looks: Readonly<Partial<Record<Defect['kind'], readonly [number, number, number]>>> = {
  hairline: [0.06, 0.3, 0],
  scratch: [0.11, 0.55, 2],
  'deep-scratch': [0.2, 0.85, 3],
};

/** A scratch around the origin, along the x axis, in millimetres. */
function scratch(kind: Defect['kind'], length: number, variety: number): string {
  const [width, depth, finer] = looks[kind] ?? [0.11, 0.55, 2];
  const groove = course(length, variety);
  const parts = [
    line(groove, '#000', width * 1.9, depth * 0.22),
    `<g transform="translate(0 ${n(width * 0.5)})">${line(groove, '#fff', width * 0.7, 0.35 + depth * 0.45)}</g>`,
    line(groove, '#15130f', width * 0.75, depth * 0.75),
  ];
  for (let i = 1; i <= finer; i++) {
    const beside = course(length * (0.7 - 0.16 * i), variety + 7 * i);
    const [x, y] = [length * 0.09 * (i - 2), (i % 2 === 0 ? -1 : 1) * (width * 2 + 0.25 * i)];
    parts.push(
      `<g transform="translate(${n(x)} ${n(y)})">${line(beside, '#000', 0.05, 0.25)}${line(beside, '#fff', 0.04, 0.5)}</g>`,
    );
  }
  return parts.join('');
}

const line = (d: string, colour: string, width: number, opacity: number): string =>
  path(d, `${stroke(colour, width, opacity)} stroke-linecap="round" stroke-linejoin="round"`);

/** A line of a given length that is nearly straight, as of something hard that slid along. */
function course(length: number, variety: number): string {
  const bow = length * (0.02 + 0.012 * (variety % 5)) * (variety % 2 === 0 ? 1 : -1);
  const steps = 8;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const along = (i / steps) * 2 - 1;
    const y = bow * (1 - along ** 2) + 0.04 * Math.sin((variety % 17) + i * 2.3);
    return `${n((along * length) / 2)} ${n(y)}`;
  });
  return `M${points.join('L')}`;
}
