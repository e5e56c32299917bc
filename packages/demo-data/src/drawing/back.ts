import { antennasOf, buttonsOf, faceOf, frameOf, metalOf } from './body.ts';
import {
  corner,
  dot,
  flash,
  lens,
  type Paints,
  pane,
  periscope,
  plate,
  sensor,
  softShadow,
} from './parts.ts';
import type { Part, Shape } from './shape.ts';
import { type Box, box, circle, fill, grow, n, type Palette, path, stroke } from './svg.ts';
import { readHex, tone } from './tone.ts';
import { type Wallpaper, wallpaper } from './wallpaper.ts';

function drawPart(part: Part, shape: Shape, face: Box, cover: Wallpaper, paints: Paints): string {
  const { palette, body } = paints;
  switch (part.kind) {
    case 'plate':
      return plate(part, part.of, paints);
    case 'disc':
      return disc(part, paints);
    case 'band':
      return band(part, face, paints);
    case 'corner':
      return corner(part.w, part.h, shape.r, paints);
    case 'lens':
      return lens(part.x, part.y, part.r, part.ring, paints);
    case 'periscope':
      return periscope(part.x, part.y, part.r, paints);
    case 'flash':
      return flash(part.x, part.y, part.r, paints);
    case 'sensor':
      return sensor(part.x, part.y, part.r, paints);
    case 'dot':
      return dot(part.x, part.y, part.r, paints);
    case 'pane':
      return pane(part, paints);
    case 'window': {
      const lit = grow(part, -0.9);
      return `${pane(part, paints)}<g clip-path="${palette.clip(box(lit, ''))}">${wallpaper(lit, cover, palette)}</g>`;
    }
    case 'cross': {
      const { x, y, w, h } = part;
      const lines = `M${n(x + w / 2)} ${n(y)}v${n(h)}M${n(x)} ${n(y + h / 2)}h${n(w)}`;
      return path(lines, stroke('#000', 0.42, 0.5)) + path(lines, stroke('#fff', 0.14, 0.22));
    }
    case 'hinge':
      return hinge(part.y, shape.w, body, palette);
  }
}

function disc({ x, y, r, of, rim }: Extract<Part, { kind: 'disc' }>, paints: Paints): string {
  const { palette, metal } = paints;
  const around = rim === 'gold' ? '#b98d4c' : rim === 'red' ? '#9a2b26' : metal;
  const ring = palette.linear(
    [0.1, 0, 0.9, 1],
    [
      [0, tone(around, 0.2)],
      [0.4, around],
      [0.65, tone(around, -0.2)],
      [1, tone(around, 0.05)],
    ],
  );
  const round = { x: x - r, y: y - r, w: 2 * r, h: 2 * r, r };
  const knurl = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0.9, '#000', 0],
      [0.96, '#000', 0.35],
      [1, '#000', 0],
    ],
  );
  const glass =
    of === 'dark'
      ? palette.linear(
          [0.1, 0, 0.9, 1],
          [
            [0, '#2b2d33'],
            [0.5, '#101115'],
            [1, '#17181d'],
          ],
        )
      : palette.linear(
          [0.1, 0, 0.9, 1],
          [
            [0, tone(paints.body, 0.05)],
            [1, tone(paints.body, -0.06)],
          ],
        );
  const sheen = palette.linear(
    [0, 0, 0.8, 1],
    [
      [0, '#fff', 0.22],
      [0.48, '#fff', 0.03],
      [0.5, '#fff', 0],
    ],
  );
  return [
    softShadow(round, 2.2, 0.34, 1.1),
    circle(x, y, r, fill(ring)),
    circle(x, y, r, fill(knurl)),
    circle(x, y, r * 0.91, fill(glass)),
    circle(x, y, r * 0.91, fill(sheen)),
    circle(x, y, r * 0.91, stroke('#000', 0.25, 0.5)),
  ].join('');
}

function band(
  { y, h, of }: Extract<Part, { kind: 'band' }>,
  face: Box,
  { palette, body }: Paints,
): string {
  const [top, bottom] =
    of === 'body'
      ? [tone(body, 0.04), tone(body, -0.04)]
      : of === 'dark'
        ? ['#2a2c31', '#15161a']
        : ['#1b1c20', '#0b0c0e'];
  const paint = palette.linear(
    [0, 0, 1, 1],
    [
      [0, top],
      [1, bottom],
    ],
  );
  const rect = (yy: number, hh: number, how: string) =>
    `<rect x="${n(face.x)}" y="${n(yy)}" width="${n(face.w)}" height="${n(hh)}" ${how}/>`;
  return [
    `<g clip-path="${palette.clip(box(face, ''))}">`,
    rect(y + h, 1.2, fill('#000', 0.1)),
    rect(y + h, 0.5, fill('#000', 0.16)),
    rect(y, h, fill(paint)),
    rect(y + h - 0.18, 0.18, fill('#fff', 0.3)),
    '</g>',
  ].join('');
}

function hinge(y: number, w: number, body: string, palette: Palette): string {
  const metal = readHex(body).l > 0.5 ? tone(body, -0.12, 0.7) : tone(body, 0.08, 0.7);
  const paint = palette.linear(
    [0, 0, 0, 1],
    [
      [0, '#000', 0.55],
      [0.12, tone(metal, 0.16)],
      [0.45, metal],
      [0.88, tone(metal, -0.16)],
      [1, '#000', 0.55],
    ],
  );
  return `<rect x="-.3" y="${n(y - 1.5)}" width="${n(w + 0.6)}" height="3" rx=".4" ${fill(paint)}/>`;
}

/** The face of the back: coloured glass with the studio's light on it. */
function glass(face: Box, shape: Shape, body: string, palette: Palette): string {
  const { l } = readHex(body);
  const deep = l < 0.45;
  const base = palette.linear(
    [0.1, 0, 0.9, 1],
    [
      [0, tone(body, deep ? 0.075 : 0.035)],
      [0.45, body],
      [1, tone(body, deep ? -0.05 : -0.075, 1.05)],
    ],
  );
  const gloss = shape.finish === 'gloss';
  const window = palette.linear(
    [0, 0.12, 0.62, 0.6],
    [
      [0, '#fff', 0],
      [0.2, '#fff', gloss ? (deep ? 0.15 : 0.34) : deep ? 0.08 : 0.2],
      [0.5, '#fff', gloss ? (deep ? 0.07 : 0.2) : deep ? 0.05 : 0.12],
      [0.74, '#fff', gloss ? 0.04 : 0.02],
      [gloss ? 0.745 : 1, '#fff', 0],
    ],
  );
  const lamp = palette.radial(
    [0.2, 0.06, 0.75],
    [
      [0, '#fff', deep ? 0.17 : 0.3],
      [0.5, '#fff', deep ? 0.05 : 0.1],
      [1, '#fff', 0],
    ],
  );
  const floor = palette.linear(
    [0, 0, 0, 1],
    [
      [0.72, '#fff', 0],
      [1, '#fff', deep ? 0.07 : 0.12],
    ],
  );
  const bend = palette.linear(
    [0, 0, 1, 0],
    [
      [0, '#000', 0.34],
      [0.022, '#fff', deep ? 0.34 : 0.5],
      [0.06, '#fff', 0.05],
      [0.12, '#fff', 0],
      [0.88, '#000', 0],
      [0.955, '#000', 0.1],
      [0.98, '#fff', deep ? 0.2 : 0.28],
      [1, '#000', 0.4],
    ],
  );
  const rim = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#fff', deep ? 0.4 : 0.8],
      [0.4, '#fff', 0.1],
      [0.7, '#000', 0.06],
      [1, '#000', 0.3],
    ],
  );
  return [
    box(face, fill(base)),
    box(face, fill(lamp)),
    shape.finish === 'leather' ? leather(face, palette) : box(face, fill(window)),
    box(face, fill(floor)),
    shape.frame === 'wrap' ? box(face, fill(bend)) : '',
    box(grow(face, -0.13), stroke(rim, 0.28)),
  ].join('');
}

/** A fine grain, as of pressed leather: pits that no eye finds in rows. */
function leather(face: Box, palette: Palette): string {
  const size = 6.1;
  let pits = '';
  for (let i = 0; i < 90; i++) {
    const x = (i * 0.6180339887 * size) % size;
    const y = (i * 0.7548776662 * size) % size;
    const r = 0.16 + 0.1 * ((i * 0.37) % 1);
    pits += circle(x, y + 0.09, r, fill('#fff', 0.1)) + circle(x, y, r, fill('#000', 0.16));
  }
  return box(face, fill(palette.tile(size, pits)));
}

/** A phone seen from behind; its top left corner is the origin, in millimetres. */
export function drawBack(shape: Shape, colour: string, cover: Wallpaper, palette: Palette): string {
  const { w, h, r, frame } = shape;
  const body: Box = { x: 0, y: 0, w, h, r };
  const metal = metalOf(frame, colour);
  const face = faceOf(body, frame);
  const paints: Paints = { palette, body: colour, metal };
  return [
    buttonsOf(shape, w, 'back', metal),
    frameOf(body, frame, metal, palette),
    frame === 'match' || frame === 'steel' || frame === 'titanium' ? antennasOf(w, h, metal) : '',
    glass(face, shape, colour, palette),
    `<g clip-path="${palette.clip(box(body, ''))}">`,
    ...shape.back.map((part) => drawPart(part, shape, face, cover, paints)),
    '</g>',
  ].join('');
}
