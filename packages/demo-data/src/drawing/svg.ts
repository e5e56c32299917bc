/** A stop of a gradient: where (0 to 1), which colour, how opaque. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** The gradients and clips of one drawing, each defined once and named by number. */
export interface Palette {
  /** A gradient along a line, in fractions of the painted shape's box. */
  linear(line: readonly [x1: number, y1: number, x2: number, y2: number], stops: Stop[]): string;
  /** A gradient around a point, in fractions of the painted shape's box. */
  radial(circle: readonly [cx: number, cy: number, r: number], stops: Stop[]): string;
  /** A clip in the shape of the given elements. */
  clip(shape: string): string;
  /** A tile of the given size that repeats, in the drawing's own units. */
  tile(size: number, drawing: string): string;
  /** What was asked for, to be put before the drawing. */
  defs(): string;
}

/** Numbers as short as they can be: a hundredth of a millimetre is less than a pixel. */
export const n = (value: number): string => String(Math.round(value * 1000) / 1000);

export function createPalette(): Palette {
  const ids = new Map<string, string>();
  const reference = (definition: string): string => {
    const id = ids.get(definition) ?? `d${ids.size}`;
    ids.set(definition, id);
    return `url(#${id})`;
  };
  const write = (stops: Stop[]): string =>
    stops
      .map(([offset, colour, opacity]) => {
        const see = opacity === undefined ? '' : ` stop-opacity="${n(opacity)}"`;
        return `<stop offset="${n(offset)}" stop-color="${colour}"${see}/>`;
      })
      .join('');
  return {
    linear: ([x1, y1, x2, y2], stops) =>
      reference(
        `<linearGradient id="@" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${write(stops)}</linearGradient>`,
      ),
    radial: ([cx, cy, r], stops) =>
      reference(
        `<radialGradient id="@" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}">${write(stops)}</radialGradient>`,
      ),
    clip: (shape) => reference(`<clipPath id="@">${shape}</clipPath>`),
    tile: (size, drawing) =>
      reference(
        `<pattern id="@" width="${n(size)}" height="${n(size)}" patternUnits="userSpaceOnUse">${drawing}</pattern>`,
      ),
    defs: () =>
      `<defs>${[...ids].map(([definition, id]) => definition.replace('@', id)).join('')}</defs>`,
  };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly r: number;
}

/** A box grown by `by` on every side (shrunk, where negative), its corners kept concentric. */
export const grow = ({ x, y, w, h, r }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
  r: Math.max(0, r + by),
});

/**
 * The outline of a box whose corners turn gradually, as those of phones do, instead of the sudden
 * arcs of a plain rounded rectangle.
 */
function outline({ x, y, w, h, r: radius }: Box): string {
  const most = Math.min(w, h) / 2;
  const r = Math.min(radius, most);
  const reach = Math.min(r * 1.28, most);
  const bend = reach - r * 0.76;
  const right = x + w;
  const bottom = y + h;
  const p = (...values: number[]) => values.map(n).join(' ');
  return [
    `M${p(x + reach, y)}H${n(right - reach)}`,
    `C${p(right - bend, y, right, y + bend, right, y + reach)}V${n(bottom - reach)}`,
    `C${p(right, bottom - bend, right - bend, bottom, right - reach, bottom)}H${n(x + reach)}`,
    `C${p(x + bend, bottom, x, bottom - bend, x, bottom - reach)}V${n(y + reach)}`,
    `C${p(x, y + bend, x + bend, y, x + reach, y)}Z`,
  ].join('');
}

export const path = (d: string, attributes: string): string => `<path d="${d}" ${attributes}/>`;
export const box = (shape: Box, attributes: string): string => path(outline(shape), attributes);
export const circle = (cx: number, cy: number, r: number, attributes: string): string =>
  `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}" ${attributes}/>`;
export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  attributes: string,
): string => `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" ${attributes}/>`;
export const fill = (paint: string, opacity?: number): string =>
  `fill="${paint}"${opacity === undefined ? '' : ` fill-opacity="${n(opacity)}"`}`;
export const stroke = (paint: string, width: number, opacity?: number): string =>
  `fill="none" stroke="${paint}" stroke-width="${n(width)}"${
    opacity === undefined ? '' : ` stroke-opacity="${n(opacity)}"`
  }`;
