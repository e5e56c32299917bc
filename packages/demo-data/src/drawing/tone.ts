/** A colour in OKLCH: lightness 0 to 1, chroma from 0, hue in degrees. Steps in it look even. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Reads `#rrggbb`. Matrices: Björn Ottosson, "A perceptual color space for image processing". */
export function readHex(hex: string): Oklch {
  const value = Number.parseInt(hex.slice(1), 16);
  const r = toLinear((value >> 16) / 255);
  const g = toLinear(((value >> 8) & 255) / 255);
  const b = toLinear((value & 255) / 255);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(x, y),
    h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
  };
}

function channels({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Writes `#rrggbb`; a colour that a screen cannot show gives up chroma, never lightness or hue. */
export function writeHex(colour: Oklch): string {
  const l = Math.min(1, Math.max(0, colour.l));
  let c = Math.max(0, colour.c);
  const shows = () =>
    channels({ l, c, h: colour.h }).every((channel) => channel > -0.001 && channel < 1.001);
  while (c > 0.002 && !shows()) c *= 0.94;
  const digits = channels({ l, c, h: colour.h }).map((channel) =>
    Math.round(255 * toGamma(Math.min(1, Math.max(0, channel))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** Shifts a colour's lightness by `by`, and scales its chroma. */
export function tone(hex: string, by: number, chroma = 1): string {
  const { l, c, h } = readHex(hex);
  return writeHex({ l: Math.min(0.995, Math.max(0.03, l + by)), c: c * chroma, h });
}

/** The same hue at a given lightness, with no more chroma than `most`. */
export function at(hex: string, l: number, most = 1): string {
  const { c, h } = readHex(hex);
  return writeHex({ l, c: Math.min(c, most), h });
}

/** Mixes two colours, `share` of the second. */
export function mix(first: string, second: string, share: number): string {
  const parse = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  const other = parse(second);
  const mixed = parse(first).map((value, i) =>
    Math.round(value + ((other[i] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
