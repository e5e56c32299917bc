import type { Part, Shape } from './shape.ts';

const base = {
  frame: 'match',
  finish: 'gloss',
  buttons: 'split',
  front: 'notch',
  bezel: 2.6,
  r: 10.2,
} as const satisfies Partial<Shape>;

const single: Part[] = [
  { kind: 'lens', x: 11.3, y: 11.2, r: 5, ring: 'metal' },
  { kind: 'dot', x: 19.4, y: 11.2, r: 0.55 },
  { kind: 'flash', x: 24.6, y: 11.2, r: 2.5 },
];
const upright: Part[] = [
  { kind: 'plate', x: 5.8, y: 5.8, w: 11.6, h: 25.6, r: 5.8, of: 'dark' },
  { kind: 'lens', x: 11.6, y: 11.6, r: 4.9, ring: 'thin' },
  { kind: 'flash', x: 11.6, y: 18.6, r: 1.5 },
  { kind: 'lens', x: 11.6, y: 25.6, r: 4.9, ring: 'thin' },
];
/** Two lenses above each other, as on the 11 and the 12. */
const twoInColumn: Part[] = [
  { kind: 'plate', x: 4.4, y: 4.4, w: 28.4, h: 29, r: 8, of: 'frost' },
  { kind: 'lens', x: 12.2, y: 12.1, r: 6.4, ring: 'body' },
  { kind: 'lens', x: 12.2, y: 25.7, r: 6.4, ring: 'body' },
  { kind: 'flash', x: 25.8, y: 18.9, r: 3 },
  { kind: 'dot', x: 25.8, y: 27.4, r: 0.6 },
];
/** Two lenses across, as on the 13, 14 and 15. */
const twoAcross: Part[] = [
  { kind: 'plate', x: 4.2, y: 4.2, w: 29.6, h: 30.2, r: 8.2, of: 'frost' },
  { kind: 'lens', x: 12.4, y: 12.4, r: 6.9, ring: 'body' },
  { kind: 'lens', x: 25.6, y: 26.2, r: 6.9, ring: 'body' },
  { kind: 'flash', x: 25.9, y: 11.6, r: 2.9 },
  { kind: 'dot', x: 11.6, y: 27, r: 0.6 },
];
/** Three lenses in a triangle, from the 11 Pro on; `lidar` from the 12 Pro on. */
const triangle = (size: number, r: number, lidar: boolean): Part[] => {
  const edge = 4.2;
  const near = edge + size * 0.275;
  const far = edge + size * 0.745;
  return [
    { kind: 'plate', x: edge, y: edge, w: size, h: size * 1.03, r: size * 0.26, of: 'frost' },
    { kind: 'lens', x: near, y: near, r, ring: 'metal' },
    { kind: 'lens', x: near, y: far, r, ring: 'metal' },
    { kind: 'lens', x: far, y: (near + far) / 2, r, ring: 'metal' },
    { kind: 'flash', x: far + 0.4, y: edge + size * 0.16, r: size * 0.078 },
    lidar
      ? { kind: 'sensor', x: far + 0.4, y: edge + size * 0.87, r: size * 0.075 }
      : { kind: 'dot', x: far + 0.4, y: edge + size * 0.87, r: 0.6 },
  ];
};
const pill: Part[] = [
  { kind: 'plate', x: 5, y: 5, w: 16.6, h: 33.6, r: 8.3, of: 'frost' },
  { kind: 'lens', x: 13.3, y: 13.3, r: 7, ring: 'body' },
  { kind: 'lens', x: 13.3, y: 30.3, r: 7, ring: 'body' },
  { kind: 'flash', x: 28.4, y: 21.8, r: 2.8 },
  { kind: 'dot', x: 13.3, y: 21.8, r: 0.6 },
];
const oneLarge: Part[] = [
  { kind: 'lens', x: 13.4, y: 13.4, r: 7, ring: 'body' },
  { kind: 'dot', x: 23.4, y: 13.4, r: 0.6 },
  { kind: 'flash', x: 29, y: 13.4, r: 2.7 },
];
const bar = (w: number): Part[] => [
  { kind: 'plate', x: 3, y: 3.4, w: w - 6, h: 21, r: 10.4, of: 'body' },
  { kind: 'lens', x: 14.4, y: 13.9, r: 7.6, ring: 'body' },
  { kind: 'dot', x: 25.6, y: 13.9, r: 0.6 },
  { kind: 'flash', x: w - 12.6, y: 13.9, r: 2.8 },
];
const plateau = (w: number, h: number): Part[] => [
  { kind: 'plate', x: 2.6, y: 2.8, w: w - 5.2, h: 40, r: 11, of: 'body' },
  { kind: 'lens', x: 14, y: 13.7, r: 7.9, ring: 'metal' },
  { kind: 'lens', x: 14, y: 31.7, r: 7.9, ring: 'metal' },
  { kind: 'lens', x: 29.6, y: 22.7, r: 7.9, ring: 'metal' },
  { kind: 'flash', x: w - 11.6, y: 12.4, r: 2.9 },
  { kind: 'dot', x: w - 11.6, y: 22.7, r: 0.6 },
  { kind: 'sensor', x: w - 11.6, y: 33, r: 2.7 },
  { kind: 'plate', x: 5.4, y: 49, w: w - 10.8, h: h - 56, r: 8, of: 'frost' },
];

const early = (w: number, h: number) => ({ ...base, w, h, r: 10.5, front: 'home' as const });
const notched = (w: number, h: number) => ({ ...base, w, h, r: 10.8, bezel: 3.1 });
const flat = (w: number, h: number) => ({ ...base, w, h, r: 10.6, bezel: 2.3 });
const later = (w: number, h: number) => ({ ...flat(w, h), front: 'small-notch' as const });
const islanded = (w: number, h: number) => ({
  ...base,
  w,
  h,
  r: 11.6,
  bezel: 1.5,
  front: 'island' as const,
  finish: 'satin' as const,
});
const steel = { frame: 'steel', finish: 'satin' } as const;
const titanium = { frame: 'titanium', finish: 'satin' } as const;

export const iphones: Readonly<Record<string, Shape>> = {
  'iPhone 8': { ...early(67.3, 138.4), back: single },
  'iPhone 8 Plus': {
    ...early(78.1, 158.4),
    back: [
      { kind: 'plate', x: 6.2, y: 6.2, w: 24.6, h: 11.4, r: 5.7, of: 'dark' },
      { kind: 'lens', x: 11.9, y: 11.9, r: 4.9, ring: 'thin' },
      { kind: 'lens', x: 25.1, y: 11.9, r: 4.9, ring: 'thin' },
      { kind: 'dot', x: 34.6, y: 11.9, r: 0.55 },
      { kind: 'flash', x: 39.6, y: 11.9, r: 2.5 },
    ],
  },
  'iPhone SE (2nd generation)': { ...early(67.3, 138.4), back: single },
  'iPhone SE (3rd generation)': { ...early(67.3, 138.4), back: single },
  'iPhone X': { ...notched(70.9, 143.6), frame: 'steel', back: upright },
  'iPhone XS': { ...notched(70.9, 143.6), frame: 'steel', back: upright },
  'iPhone XS Max': { ...notched(77.4, 157.5), frame: 'steel', back: upright },
  'iPhone XR': {
    ...notched(75.7, 150.9),
    bezel: 4,
    back: [
      { kind: 'lens', x: 12.4, y: 12.6, r: 6, ring: 'body' },
      { kind: 'dot', x: 12.4, y: 22, r: 0.6 },
      { kind: 'flash', x: 12.4, y: 27.4, r: 2.5 },
    ],
  },
  'iPhone 11': { ...notched(75.7, 150.9), bezel: 4, back: twoInColumn },
  'iPhone 11 Pro': { ...notched(71.4, 144), ...steel, back: triangle(31, 6.1, false) },
  'iPhone 11 Pro Max': { ...notched(77.8, 158), ...steel, back: triangle(31, 6.1, false) },
  'iPhone 12 mini': { ...flat(64.2, 131.5), bezel: 2.5, back: twoInColumn },
  'iPhone 12': { ...flat(71.5, 146.7), back: twoInColumn },
  'iPhone 12 Pro': { ...flat(71.5, 146.7), ...steel, back: triangle(31.5, 6.3, true) },
  'iPhone 12 Pro Max': { ...flat(78.1, 160.8), ...steel, back: triangle(34, 6.9, true) },
  'iPhone 13 mini': { ...later(64.2, 131.5), back: twoAcross },
  'iPhone 13': { ...later(71.5, 146.7), back: twoAcross },
  'iPhone 13 Pro': { ...later(71.5, 146.7), ...steel, back: triangle(36, 7.6, true) },
  'iPhone 13 Pro Max': { ...later(78.1, 160.8), ...steel, back: triangle(36.5, 7.7, true) },
  'iPhone 14': { ...later(71.5, 146.7), back: twoAcross },
  'iPhone 14 Plus': { ...later(78.1, 160.8), back: twoAcross },
  'iPhone 14 Pro': { ...islanded(71.5, 147.5), ...steel, back: triangle(38, 8.2, true) },
  'iPhone 14 Pro Max': { ...islanded(77.6, 160.7), ...steel, back: triangle(38.6, 8.3, true) },
  'iPhone 15': { ...islanded(71.6, 147.6), back: twoAcross },
  'iPhone 15 Plus': { ...islanded(77.8, 160.9), back: twoAcross },
  'iPhone 15 Pro': { ...islanded(70.6, 146.6), ...titanium, back: triangle(38, 8.2, true) },
  'iPhone 15 Pro Max': { ...islanded(76.7, 159.9), ...titanium, back: triangle(38.6, 8.3, true) },
  'iPhone 16': { ...islanded(71.6, 147.6), back: pill },
  'iPhone 16 Plus': { ...islanded(77.8, 160.9), back: pill },
  'iPhone 16e': { ...later(71.5, 146.7), finish: 'satin', back: oneLarge },
  'iPhone 16 Pro': {
    ...islanded(71.5, 149.6),
    ...titanium,
    bezel: 1.2,
    back: triangle(39, 8.4, true),
  },
  'iPhone 16 Pro Max': {
    ...islanded(77.6, 163),
    ...titanium,
    bezel: 1.2,
    back: triangle(39.4, 8.5, true),
  },
  'iPhone 17': { ...islanded(71.5, 149.6), bezel: 1.2, back: pill },
  'iPhone Air': { ...islanded(74.7, 156.2), ...steel, bezel: 1.3, back: bar(74.7) },
  'iPhone 17 Pro': { ...islanded(71.9, 150), bezel: 1.2, back: plateau(71.9, 150) },
  'iPhone 17 Pro Max': { ...islanded(78, 163.4), bezel: 1.2, back: plateau(78, 163.4) },
};
