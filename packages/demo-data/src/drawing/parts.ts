import type { Plate, Ring } from './shape.ts';
import { type Box, box, circle, ellipse, fill, grow, type Palette, path, stroke } from './svg.ts';
import { at, mix, readHex, tone } from './tone.ts';

/** What the parts of a back are painted with. */
export interface Paints {
  readonly palette: Palette;
  readonly body: string;
  readonly metal: string;
}

const ink = '#06070a';

/** A soft shadow around a shape, of a few translucent layers: far quicker than a blur. */
export function softShadow(shape: Box, reach: number, opacity: number, drop = reach * 0.4): string {
  const layers = 7;
  let drawing = '';
  for (let i = layers; i >= 1; i--) {
    const grown = grow({ ...shape, y: shape.y + (drop * i) / layers }, (reach * i) / layers);
    drawing += box(grown, fill('#000', opacity / layers));
  }
  return drawing;
}

function ringStops(ring: Ring, { body, metal }: Paints): [string, string, string] {
  switch (ring) {
    case 'metal':
      return [tone(metal, 0.16, 0.7), metal, tone(metal, -0.22)];
    case 'body':
      return [tone(body, 0.1), tone(body, -0.02), tone(body, -0.2)];
    case 'gold':
      return ['#f1d6a6', '#b98d4c', '#6b4a20'];
    case 'red':
      return ['#c8453c', '#8d1f1c', '#4c0e0d'];
    default:
      return ['#54575d', '#25272b', '#0c0d0f'];
  }
}

/** A camera lens: ring, black barrel, coated glass, and the studio's light in it. */
export function lens(x: number, y: number, r: number, ring: Ring, paints: Paints): string {
  const { palette } = paints;
  const [light, middle, dark] = ringStops(ring, paints);
  const rim = ring === 'thin' ? 0.93 : ring === 'dark' ? 0.88 : 0.85;
  const shade = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0.72, '#000', 0.42],
      [0.86, '#000', 0.14],
      [1, '#000', 0],
    ],
  );
  const outer = palette.linear(
    [0.15, 0, 0.85, 1],
    [
      [0, light],
      [0.42, middle],
      [0.6, dark],
      [1, middle],
    ],
  );
  const inner = palette.linear(
    [0.15, 0, 0.85, 1],
    [
      [0, dark],
      [0.6, middle],
      [1, light],
    ],
  );
  const barrel = palette.radial(
    [0.5, 0.46, 0.54],
    [
      [0, '#10131b'],
      [0.6, '#0b0d12'],
      [0.82, '#16181d'],
      [1, '#08090b'],
    ],
  );
  const glass = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0, '#05060b'],
      [0.42, '#0b1222'],
      [0.66, '#15264a'],
      [0.82, '#223060'],
      [0.94, '#10162a'],
      [1, '#05070d'],
    ],
  );
  const violet = palette.radial(
    [0.62, 0.7, 0.42],
    [
      [0, '#8f6ad8', 0.55],
      [0.5, '#5a4aa8', 0.22],
      [1, '#3b3a8a', 0],
    ],
  );
  const teal = palette.radial(
    [0.34, 0.28, 0.4],
    [
      [0, '#9fd6ff', 0.6],
      [0.45, '#4a84c9', 0.2],
      [1, '#4a84c9', 0],
    ],
  );
  const sky = palette.linear(
    [0.3, 0, 0.6, 1],
    [
      [0, '#fff', 0.34],
      [0.45, '#fff', 0.07],
      [0.6, '#fff', 0],
    ],
  );
  const g = r * 0.5;
  return [
    circle(x + r * 0.05, y + r * 0.12, r * 1.24, fill(shade)),
    circle(x, y, r, fill(outer)),
    circle(x, y, r * (rim + 0.05), fill(inner)),
    circle(x, y, r * rim, fill(barrel)),
    circle(x, y, r * rim - r * 0.03, stroke('#fff', r * 0.02, 0.1)),
    circle(x, y, r * 0.66, stroke('#000', r * 0.05, 0.7)),
    circle(x, y, r * 0.6, stroke('#3a3f4b', r * 0.025, 0.8)),
    circle(x, y, g, fill(glass)),
    circle(x, y, g, fill(violet)),
    circle(x, y, g, fill(teal)),
    circle(x, y, r * 0.17, fill(ink)),
    circle(x, y, r * 0.17, stroke('#4b5f96', r * 0.02, 0.5)),
    circle(x, y, r * rim, fill(sky)),
    circle(x - r * 0.2, y - r * 0.24, r * 0.075, fill('#fff', 0.92)),
    circle(x + r * 0.2, y + r * 0.25, r * 0.04, fill('#cfd8ff', 0.6)),
  ].join('');
}

/** A square telephoto window. */
export function periscope(x: number, y: number, r: number, paints: Paints): string {
  const { palette } = paints;
  const square = { x: x - r, y: y - r, w: 2 * r, h: 2 * r, r: r * 0.3 };
  const glass = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#2b3450'],
      [0.4, '#0d1018'],
      [1, '#232845'],
    ],
  );
  return [
    box(grow(square, r * 0.12), fill('#3b3e45')),
    box(square, fill('#08090c')),
    box(grow(square, -r * 0.32), fill(glass)),
    box(grow(square, -r * 0.32), stroke('#56607d', r * 0.05, 0.6)),
    circle(x - r * 0.35, y - r * 0.35, r * 0.09, fill('#fff', 0.8)),
  ].join('');
}

/** The lamp: a pale yellow lens in a bright ring. */
export function flash(x: number, y: number, r: number, { palette }: Paints): string {
  const glow = palette.radial(
    [0.42, 0.38, 0.62],
    [
      [0, '#fffdf4'],
      [0.45, '#f6e8c4'],
      [0.8, '#d9c08b'],
      [1, '#a58c5c'],
    ],
  );
  const ring = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#6f7278'],
      [0.5, '#d9dbde'],
      [1, '#8c8f94'],
    ],
  );
  return [
    circle(x, y, r, fill(ring)),
    circle(x, y, r * 0.86, fill(glow)),
    circle(x, y, r * 0.5, stroke('#fff', r * 0.08, 0.5)),
    ellipse(x - r * 0.28, y - r * 0.34, r * 0.26, r * 0.16, fill('#fff', 0.85)),
  ].join('');
}

/** A black window of a depth or focus sensor. */
export function sensor(x: number, y: number, r: number, { palette }: Paints): string {
  const glass = palette.radial(
    [0.4, 0.34, 0.7],
    [
      [0, '#3a3f4c'],
      [0.5, '#14161b'],
      [1, '#08090b'],
    ],
  );
  return [
    circle(x, y, r, fill('#4b4e54')),
    circle(x, y, r * 0.9, fill(glass)),
    ellipse(x - r * 0.26, y - r * 0.34, r * 0.3, r * 0.16, fill('#fff', 0.3)),
  ].join('');
}

/** A microphone's opening. */
export const dot = (x: number, y: number, r: number, { body }: Paints): string =>
  circle(x, y, r, fill(tone(body, -0.34))) +
  circle(x, y + r * 0.2, r, stroke('#fff', r * 0.25, 0.18));

function plateColours(of: Plate, { body, metal }: Paints): [string, string] {
  const { l } = readHex(body);
  switch (of) {
    case 'frost':
      return l > 0.5
        ? [tone(body, 0.045, 0.85), tone(body, -0.025, 0.95)]
        : [tone(body, 0.075, 0.9), tone(body, 0.015)];
    case 'body':
      return [tone(body, 0.03), tone(body, -0.045)];
    case 'metal':
      return [tone(metal, 0.1, 0.8), tone(metal, -0.09)];
    case 'dark':
      return [mix('#23252a', at(body, 0.3, 0.04), 0.25), mix('#0f1013', at(body, 0.2, 0.03), 0.2)];
  }
}

/** A raised plate that carries lenses: its shadow, its face, the light along its edge. */
export function plate(shape: Box, of: Plate, paints: Paints): string {
  const { palette } = paints;
  const [light, dark] = plateColours(of, paints);
  const face = palette.linear(
    [0.1, 0, 0.9, 1],
    [
      [0, light],
      [1, dark],
    ],
  );
  const edge = palette.linear(
    [0.1, 0, 0.9, 1],
    [
      [0, '#fff', of === 'dark' ? 0.4 : 0.75],
      [0.35, '#fff', 0.12],
      [0.62, '#000', 0.08],
      [1, '#000', 0.32],
    ],
  );
  const sheen = palette.linear(
    [0, 0, 0.75, 1],
    [
      [0, '#fff', of === 'dark' ? 0.16 : 0.2],
      [0.5, '#fff', 0.03],
      [0.51, '#fff', 0],
    ],
  );
  return [
    softShadow(shape, 1.5, of === 'dark' ? 0.4 : 0.26, 0.7),
    box(shape, fill(face)),
    of === 'frost' ? '' : box(shape, fill(sheen)),
    box(grow(shape, -0.14), stroke(edge, 0.3)),
  ].join('');
}

/** A pill in which lenses of a fused module sit, or the black window of a cover screen. */
export function pane(shape: Box, { palette }: Paints): string {
  const face = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#1d1f25'],
      [0.5, '#0c0d10'],
      [1, '#131419'],
    ],
  );
  const edge = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#fff', 0.32],
      [0.4, '#fff', 0.05],
      [1, '#fff', 0.14],
    ],
  );
  return box(shape, fill(face)) + box(grow(shape, -0.1), stroke(edge, 0.22));
}

/** Metal that runs from the frame over the corner, with the lenses on it. */
export function corner(w: number, h: number, bodyRadius: number, paints: Paints): string {
  const { palette } = paints;
  const [light, dark] = plateColours('metal', paints);
  const face = palette.linear(
    [0, 0, 1, 1],
    [
      [0, light],
      [1, dark],
    ],
  );
  const bite = 6.5;
  const d = [
    `M0 ${bodyRadius}C0 ${bodyRadius * 0.3} ${bodyRadius * 0.3} 0 ${bodyRadius} 0`,
    `H${w + bite * 0.9}C${w + bite * 0.2} 0 ${w} ${bite * 0.2} ${w} ${bite}`,
    `V${h - bite}C${w} ${h - bite * 0.25} ${w - bite * 0.25} ${h} ${w - bite} ${h}`,
    `H${bite}C${bite * 0.3} ${h} 0 ${h + bite * 0.2} 0 ${h + bite * 0.9}Z`,
  ].join('');
  const edge = palette.linear(
    [0, 0, 1, 1],
    [
      [0, '#fff', 0.5],
      [0.5, '#fff', 0.08],
      [1, '#000', 0.34],
    ],
  );
  return [
    `<g transform="translate(.3 .5)">${path(d, stroke('#000', 1.6, 0.07))}${path(d, stroke('#000', 0.8, 0.12))}</g>`,
    path(d, fill(face)),
    path(d, stroke(edge, 0.3)),
  ].join('');
}
