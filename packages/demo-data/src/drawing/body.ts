import type { Frame, Shape } from './shape.ts';
import { type Box, box, fill, grow, n, type Palette, stroke } from './svg.ts';
import { at, mix, readHex, tone } from './tone.ts';

/** The metal of a frame, from the colour of the back. */
export function metalOf(frame: Frame, body: string): string {
  const { l } = readHex(body);
  switch (frame) {
    case 'steel':
      return at(body, l > 0.5 ? 0.8 : 0.42, 0.05);
    case 'titanium':
      return at(body, l > 0.5 ? 0.7 : 0.44, 0.035);
    case 'dark':
      return '#2c2e33';
    case 'match':
      return l > 0.85 ? tone(body, -0.1, 1.1) : tone(body, -0.03, 1.05);
    case 'wrap':
      return l > 0.8 ? tone(body, -0.14) : tone(body, 0.05, 0.9);
  }
}

/** Light along the rounded side of a frame, as a camera in front of it sees. */
function sideStops(frame: Frame, metal: string): [number, string][] {
  const strong = frame === 'steel' ? 0.22 : frame === 'titanium' ? 0.1 : 0.13;
  const edge = tone(metal, -0.24);
  return [
    [0, edge],
    [0.006, tone(metal, strong, 0.7)],
    [0.016, tone(metal, -strong * 0.5)],
    [0.5, metal],
    [0.984, tone(metal, -strong * 0.7)],
    [0.994, tone(metal, strong * 0.7, 0.7)],
    [1, edge],
  ];
}

/** The frame: metal lit from both sides, brighter above than below. */
export function frameOf(body: Box, frame: Frame, metal: string, palette: Palette): string {
  const sides = palette.linear([0, 0, 1, 0], sideStops(frame, metal));
  const fromAbove = palette.linear(
    [0, 0, 0, 1],
    [
      [0, '#fff', 0.55],
      [0.012, '#fff', 0.08],
      [0.5, '#fff', 0],
      [0.99, '#000', 0.12],
      [1, '#000', 0.5],
    ],
  );
  return box(body, fill(sides)) + box(body, fill(fromAbove));
}

/** Buttons that stand out from the sides; mirrored for the back. */
export function buttonsOf(
  { h, buttons }: Pick<Shape, 'h' | 'buttons'>,
  w: number,
  side: 'front' | 'back',
  metal: string,
): string {
  const key = (where: 'left' | 'right', y: number, length: number): string => {
    const left = (where === 'left') === (side === 'front');
    const x = left ? -0.55 : w - 0.6;
    const shade = left ? tone(metal, 0.06) : tone(metal, -0.1);
    return (
      box({ x, y, w: 1.15, h: length, r: 0.5 }, fill(shade)) +
      box({ x, y, w: 1.15, h: length, r: 0.5 }, stroke('#000', 0.15, 0.3))
    );
  };
  return buttons === 'split'
    ? key('left', h * 0.2, h * 0.05) +
        key('left', h * 0.275, h * 0.075) +
        key('left', h * 0.37, h * 0.075) +
        key('right', h * 0.3, h * 0.12)
    : key('right', h * 0.19, h * 0.14) + key('right', h * 0.37, h * 0.075);
}

/** Thin lines where a metal frame is parted for its antennas. */
export function antennasOf(w: number, h: number, metal: string): string {
  const tint = fill(mix(metal, '#888888', 0.5), 0.75);
  const line = (x: number, y: number, lw: number, lh: number) =>
    `<rect x="${n(x)}" y="${n(y)}" width="${n(lw)}" height="${n(lh)}" ${tint}/>`;
  const band = 0.9;
  const reach = 1.05;
  return [
    line(0, h * 0.105, reach, band),
    line(w - reach, h * 0.105, reach, band),
    line(0, h * 0.89, reach, band),
    line(w - reach, h * 0.89, reach, band),
  ].join('');
}

/** The box of a phone's face, within the frame. */
export const faceOf = (body: Box, frame: Frame): Box => grow(body, frame === 'wrap' ? -0.4 : -1.05);
