import { type Box, circle, ellipse, fill, n, type Palette, path } from './svg.ts';
import { mix, readHex } from './tone.ts';

/** Four tones of one picture, from its darkest to its palest. */
export type Tones = readonly [string, string, string, string];
const designs = ['ridges', 'limb', 'flutes', 'sheets', 'silk'] as const;
export interface Wallpaper {
  readonly tones: Tones;
  readonly design: (typeof designs)[number];
}

const chromatic: readonly { hue: number; tones: Tones }[] = [
  { hue: 2, tones: ['#4a1230', '#c24b70', '#f2a9b4', '#fdebee'] },
  { hue: 24, tones: ['#430c12', '#bb2c33', '#f0968a', '#fde9e4'] },
  { hue: 48, tones: ['#4d1a12', '#c9542f', '#f2a577', '#fdebdc'] },
  { hue: 75, tones: ['#4a2c0c', '#cf8a22', '#f5cb78', '#fff4db'] },
  { hue: 140, tones: ['#12352a', '#3e7f63', '#a4cbad', '#eef6e9'] },
  { hue: 190, tones: ['#06323c', '#168490', '#83d0d0', '#e6f7f5'] },
  { hue: 245, tones: ['#0b2c50', '#3d80c4', '#a0caef', '#eaf4fd'] },
  { hue: 270, tones: ['#111a4f', '#3550d2', '#8ba5fb', '#e8edff'] },
  { hue: 310, tones: ['#2a1442', '#7b459e', '#c79fdd', '#f6ebfc'] },
];
/** For phones in black, grey and white: accents that contrast with them. */
const neutral: readonly Tones[] = [
  ['#111a4f', '#3550d2', '#8ba5fb', '#e8edff'],
  ['#4d1a12', '#c9542f', '#f2a577', '#fdebdc'],
  ['#06323c', '#168490', '#83d0d0', '#e6f7f5'],
  ['#10141b', '#3c4757', '#97a4b5', '#e9edf1'],
  ['#3b2c20', '#a5835a', '#e0c9a5', '#faf3e6'],
  ['#2a1442', '#7b459e', '#c79fdd', '#f6ebfc'],
];

const turn = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b));

/** A picture that goes with a phone's colour; `variety` (any whole number) tells phones apart. */
export function wallpaperFor(colour: string, variety: number): Wallpaper {
  const { c, h } = readHex(colour);
  const design = designs[variety % designs.length] ?? 'silk';
  const own = [...chromatic].sort((a, b) => turn(a.hue, h) - turn(b.hue, h))[0]?.tones;
  const tones = c > 0.018 ? own : neutral[Math.floor(variety / designs.length) % neutral.length];
  return { design, tones: tones ?? ['#10141b', '#3c4757', '#97a4b5', '#e9edf1'] };
}

/** Paints a wallpaper over a box. */
export function wallpaper(area: Box, { tones, design }: Wallpaper, palette: Palette): string {
  const paint = { ridges, limb, flutes, sheets, silk }[design];
  return paint(area, tones, palette);
}

const ground = (area: Box, paint: string): string =>
  `<rect x="${n(area.x)}" y="${n(area.y)}" width="${n(area.w)}" height="${n(area.h)}" ${fill(paint)}/>`;

/** Mountain ridges in haze, each paler at its foot. */
function ridges(area: Box, [deep, strong, soft, pale]: Tones, palette: Palette): string {
  const { x, y, w, h } = area;
  const sky = palette.linear(
    [0, 0, 0, 1],
    [
      [0, mix(strong, soft, 0.45)],
      [0.3, mix(soft, pale, 0.35)],
      [0.55, pale],
    ],
  );
  const sun = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0, '#fff', 0.95],
      [0.16, '#fff', 0.8],
      [0.3, '#fff', 0.34],
      [0.62, '#fff', 0.1],
      [1, '#fff', 0],
    ],
  );
  const rows = [
    { top: 0.46, sway: 0.03, colour: mix(soft, pale, 0.45) },
    { top: 0.54, sway: -0.036, colour: mix(soft, strong, 0.08) },
    { top: 0.63, sway: 0.04, colour: mix(soft, strong, 0.6) },
    { top: 0.74, sway: -0.03, colour: mix(strong, deep, 0.3) },
    { top: 0.86, sway: 0.036, colour: mix(strong, deep, 0.85) },
  ];
  const hills = rows.map(({ top, sway, colour }, i) => {
    const t = y + h * top;
    const s = h * sway;
    const line = `M${n(x)} ${n(t + s * 0.4)}C${n(x + w * 0.2)} ${n(t + s * (i - 2) * 0.2)} ${n(x + w * 0.34)} ${n(t - s)} ${n(x + w * 0.52)} ${n(t - s * 0.4)}S${n(x + w * 0.8)} ${n(t + s * 0.9)} ${n(x + w)} ${n(t - s * 0.1 * i)}V${n(y + h)}H${n(x)}Z`;
    const haze = mix(colour, pale, i < 4 ? 0.5 : 0.05);
    const paint = palette.linear(
      [0, 0, 0.1, 1],
      [
        [0, mix(colour, '#ffffff', 0.1)],
        [0.08, colour],
        [0.6 - i * 0.04, haze],
        [1, haze],
      ],
    );
    return path(line, fill(paint));
  });
  return (
    ground(area, sky) + circle(x + w * 0.66, y + h * 0.33, w * 0.5, fill(sun)) + hills.join('')
  );
}

/** The lit edge of a great round body, seen from its night side. */
function limb(area: Box, [deep, strong, soft, pale]: Tones, palette: Palette): string {
  const { x, y, w, h } = area;
  const night = palette.linear(
    [0, 0, 0, 1],
    [
      [0, mix(deep, '#04050a', 0.72)],
      [1, mix(deep, '#04050a', 0.35)],
    ],
  );
  const halo = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0.72, strong, 0.95],
      [0.78, strong, 0.5],
      [0.88, strong, 0.14],
      [1, strong, 0],
    ],
  );
  const ball = palette.radial(
    [0.55, 0.62, 0.64],
    [
      [0, mix(deep, '#04050a', 0.55)],
      [0.5, mix(deep, '#04050a', 0.2)],
      [0.72, mix(deep, strong, 0.55)],
      [0.86, strong],
      [0.95, soft],
      [1, pale],
    ],
  );
  const reach = Math.max(w * 0.98, h * 0.5);
  const cx = x + w * 0.62;
  const cy = y + h * 0.3 + reach;
  return (
    ground(area, night) +
    circle(cx, cy, reach * 1.36, fill(halo)) +
    circle(cx, cy, reach, fill(ball))
  );
}

/** Light through fluted glass: slanting bars, each bright on one side. */
function flutes(area: Box, [deep, strong, soft, pale]: Tones, palette: Palette): string {
  const { x, y, w, h } = area;
  const bars = 9;
  const step = Math.max(w, h * 0.6) * 0.2;
  const wash = palette.linear(
    [0.2, 0, 0.7, 1],
    [
      [0, pale],
      [0.3, soft],
      [0.62, strong],
      [1, deep],
    ],
  );
  const bar = palette.linear(
    [0, 0, 1, 0],
    [
      [0, deep, 0.62],
      [0.14, deep, 0.26],
      [0.5, '#fff', 0],
      [0.84, '#fff', 0.34],
      [0.97, '#fff', 0.6],
      [1, '#fff', 0.2],
    ],
  );
  const rods = Array.from(
    { length: bars },
    (_, i) =>
      `<rect x="${n(x + w / 2 + (i - bars / 2) * step)}" y="${n(y - h * 0.3)}" width="${n(step + 0.05)}" height="${n(h * 1.6)}" ${fill(bar)}/>`,
  ).join('');
  return `${ground(area, wash)}<g transform="rotate(19 ${n(x + w / 2)} ${n(y + h / 2)})">${rods}</g>`;
}

/** Sheets of paper, one curved over the other, lit along their edges. */
function sheets(area: Box, [deep, strong, soft, pale]: Tones, palette: Palette): string {
  const { x, y, w, h } = area;
  const air = palette.linear(
    [0, 0, 0.6, 1],
    [
      [0, pale],
      [0.6, mix(soft, pale, 0.3)],
      [1, soft],
    ],
  );
  const reach = Math.max(w * 1.5, h * 0.8);
  const rows = [
    { cx: 0.95, cy: 1.02, r: 0.92, edge: mix(pale, soft, 0.4), inside: soft },
    { cx: 0.0, cy: 1.2, r: 0.92, edge: mix(soft, pale, 0.25), inside: mix(soft, strong, 0.7) },
    { cx: 1.1, cy: 1.14, r: 0.72, edge: mix(soft, strong, 0.35), inside: strong },
    { cx: 0.1, cy: 1.22, r: 0.56, edge: mix(strong, soft, 0.25), inside: mix(strong, deep, 0.7) },
    { cx: 0.95, cy: 1.16, r: 0.36, edge: mix(strong, deep, 0.2), inside: deep },
  ];
  const shade = palette.radial(
    [0.5, 0.5, 0.5],
    [
      [0.86, deep, 0.5],
      [0.93, deep, 0.16],
      [1, deep, 0],
    ],
  );
  const curved = rows.map(({ cx, cy, r, edge, inside }) => {
    const paint = palette.radial(
      [0.5, 0.5, 0.5],
      [
        [0.3, mix(inside, deep, 0.25)],
        [0.72, inside],
        [0.96, edge],
        [0.992, mix(edge, '#ffffff', 0.25)],
        [1, mix(edge, '#ffffff', 0.6)],
      ],
    );
    const [px, py, pr] = [x + w * cx, y + h * cy, reach * r];
    return circle(px, py, pr * 1.1, fill(shade)) + circle(px, py, pr, fill(paint));
  });
  return ground(area, air) + curved.join('');
}

/** Soft light of several colours, without an edge. */
function silk(area: Box, [deep, strong, soft, pale]: Tones, palette: Palette): string {
  const { x, y, w, h } = area;
  const wash = palette.linear(
    [0, 0, 0.4, 1],
    [
      [0, mix(strong, soft, 0.4)],
      [0.5, strong],
      [1, deep],
    ],
  );
  const cloud = (colour: string, strength: number) =>
    palette.radial(
      [0.5, 0.5, 0.5],
      [
        [0, colour, strength],
        [0.4, colour, strength * 0.62],
        [0.75, colour, strength * 0.16],
        [1, colour, 0],
      ],
    );
  const blob = (fx: number, fy: number, rx: number, ry: number, turned: number, paint: string) =>
    `<g transform="rotate(${turned} ${n(x + w * fx)} ${n(y + h * fy)})">${ellipse(x + w * fx, y + h * fy, w * rx, h * ry, fill(paint))}</g>`;
  return [
    ground(area, wash),
    blob(0.12, 0.2, 0.85, 0.3, -24, cloud(pale, 0.95)),
    blob(0.95, 0.38, 0.75, 0.22, -28, cloud(mix(deep, strong, 0.35), 0.9)),
    blob(0.3, 0.56, 0.95, 0.16, -26, cloud(soft, 0.95)),
    blob(0.72, 0.63, 0.6, 0.08, -26, cloud(pale, 0.8)),
    blob(0.2, 0.86, 0.9, 0.2, -22, cloud(mix(deep, '#04050a', 0.3), 0.9)),
    blob(0.95, 0.92, 0.6, 0.16, -20, cloud(strong, 0.9)),
  ].join('');
}
