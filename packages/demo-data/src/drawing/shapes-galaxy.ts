import type { Part, Ring, Shape } from './shape.ts';

const base = {
  frame: 'match',
  finish: 'satin',
  buttons: 'right',
  front: 'hole',
  bezel: 1.7,
  r: 9,
} as const satisfies Partial<Shape>;

const column = (x: number, ys: readonly number[], r: number, ring: Ring): Part[] =>
  ys.map((y) => ({ kind: 'lens', x, y, r, ring }));

/** Loose rings, one below the other: the S22 Ultra began it, everything followed. */
const rings = (r: number, gap: number, ring: Ring = 'metal'): Part[] => [
  ...column(6.2 + r, [6.6 + r, 6.6 + r + gap, 6.6 + r + 2 * gap], r, ring),
  { kind: 'flash', x: 6.2 + 2 * r + 6, y: 6.6 + r + gap * 0.5, r: 1.9 },
];
const ultraRings = (r: number, ring: Ring): Part[] => [
  ...column(6 + r, [6.6 + r, 6.6 + r + 17.2, 6.6 + r + 34.4], r, ring),
  { kind: 'sensor', x: 30.4, y: 11.4, r: 2.1 },
  { kind: 'flash', x: 30.4, y: 19.2, r: 2.1 },
  { kind: 'lens', x: 30.4, y: 31.6, r: 5.4, ring },
];
const block = (of: 'dark' | 'body', lenses: Part[], w: number, h: number): Part[] => [
  { kind: 'plate', x: 5.4, y: 5.6, w, h, r: 4.6, of },
  ...lenses,
];
const contour: Part[] = [
  { kind: 'corner', w: 20.4, h: 46 },
  ...column(11.4, [11.4, 23.8, 36.2], 5.3, 'dark'),
  { kind: 'flash', x: 25.6, y: 17.6, r: 1.8 },
];
const island = (w: number, h: number, ys: readonly number[], r: number): Part[] => [
  { kind: 'plate', x: 5.6, y: 5.8, w, h, r: w / 2, of: 'body' },
  ...column(5.6 + w / 2, ys, r, 'dark'),
  { kind: 'flash', x: 5.6 + w + 5.4, y: 5.8 + h / 2, r: 1.9 },
];

const flagship = (w: number, h: number, back: Part[]): Shape => ({ ...base, w, h, back });
const bent = (w: number, h: number, back: Part[]): Shape => ({
  ...base,
  w,
  h,
  back,
  frame: 'wrap',
  finish: 'gloss',
  r: 8,
});
const ultra = (w: number, h: number, back: Part[]): Shape => ({ ...bent(w, h, back), r: 3.8 });
const note = (w: number, h: number, back: Part[]): Shape => ({ ...bent(w, h, back), r: 3.6 });
const economy = (w: number, h: number, back: Part[]): Shape => ({
  ...base,
  w,
  h,
  back,
  finish: 'gloss',
  bezel: 2.4,
  chin: 4,
  r: 8.4,
});

const s20 = block(
  'dark',
  [
    ...column(13.6, [12.8, 23.2, 33.4], 4.5, 'thin'),
    { kind: 'flash', x: 19.2, y: 18, r: 1.5 },
    { kind: 'dot', x: 19.2, y: 28.2, r: 0.5 },
  ],
  16.8,
  34.6,
);
const s20Plus = block(
  'dark',
  [
    ...column(12.4, [12.8, 23.4, 34.4], 4.6, 'thin'),
    { kind: 'flash', x: 20.4, y: 12.8, r: 1.6 },
    { kind: 'sensor', x: 20.4, y: 23.4, r: 2 },
    { kind: 'dot', x: 20.4, y: 33, r: 0.5 },
  ],
  19.6,
  37,
);
const s20Ultra = block(
  'dark',
  [
    ...column(13, [13.4, 26.4], 5.2, 'thin'),
    { kind: 'sensor', x: 24, y: 13.4, r: 2 },
    { kind: 'flash', x: 24, y: 22.4, r: 1.9 },
    { kind: 'periscope', x: 13.2, y: 41, r: 5.2 },
    { kind: 'dot', x: 24, y: 30, r: 0.5 },
  ],
  24.4,
  46,
);
const noteBlock = block(
  'body',
  [
    ...column(14.4, [14, 27.2, 40.4], 5.4, 'metal'),
    { kind: 'flash', x: 23.4, y: 14, r: 1.8 },
    { kind: 'dot', x: 23.4, y: 22, r: 0.5 },
  ],
  21.4,
  44,
);
const noteUltraBlock = block(
  'body',
  [
    ...column(15.4, [15.4, 31.6], 7, 'metal'),
    { kind: 'periscope', x: 15.4, y: 47, r: 5.2 },
    { kind: 'flash', x: 26.4, y: 13.4, r: 1.9 },
    { kind: 'sensor', x: 26.4, y: 22.6, r: 1.9 },
  ],
  25,
  50,
);
const s21Ultra: Part[] = [
  { kind: 'corner', w: 31, h: 54 },
  ...column(12.6, [12.8, 28.4, 44], 6.2, 'dark'),
  { kind: 'lens', x: 24.4, y: 20.6, r: 3.4, ring: 'dark' },
  { kind: 'flash', x: 24.6, y: 30.4, r: 1.9 },
  { kind: 'sensor', x: 24.6, y: 39, r: 1.9 },
];
const a52 = block(
  'body',
  [
    ...column(13.4, [13.4, 24.6, 35.4], 4.8, 'dark'),
    { kind: 'lens', x: 21.4, y: 19, r: 2.6, ring: 'dark' },
    { kind: 'lens', x: 21.4, y: 29.6, r: 2.6, ring: 'dark' },
    { kind: 'flash', x: 21.4, y: 37.6, r: 1.5 },
  ],
  21,
  38.4,
);

/** The lower half of a closed flip shows its cover screen when it stands open, behind. */
const flip = (h: number, cover: Part[]): Part[] => [...cover, { kind: 'hinge', y: h / 2 }];
const smallCover: Part[] = [
  { kind: 'band', y: 0, h: 32, of: 'black' },
  ...column(12.6, [10.6, 23], 5, 'thin'),
  { kind: 'flash', x: 20.6, y: 10.6, r: 1.5 },
  { kind: 'window', x: 28, y: 8.4, w: 38, h: 17, r: 2.6 },
];
const largeCover = (w: number, h: number): Part[] => [
  { kind: 'window', x: 3.2, y: 3.2, w: w - 6.4, h: h / 2 - 7.6, r: 5.4 },
  ...column(12.8, [12.8, 27.8], 6, 'metal'),
  { kind: 'flash', x: 12.8, y: 38.6, r: 1.7 },
];
const flips = (w: number, h: number, back: Part[]): Shape => ({
  ...base,
  w,
  h,
  back: flip(h, back),
  crease: true,
  finish: 'gloss',
  bezel: 1.9,
  r: 8.4,
});
const fold = (w: number, h: number, open: number, back: Part[]): Shape => ({
  ...base,
  w,
  h,
  back,
  open: { w: open, h },
  r: 4.6,
  bezel: 2.2,
});
const foldPlate = (r: number): Part[] => [
  { kind: 'plate', x: 5.4, y: 6, w: 2 * r + 5.6, h: 6 * r + 10.4, r: r + 2.8, of: 'body' },
  ...column(8.2 + r, [8.8 + r, 11.2 + 3 * r, 13.6 + 5 * r], r, 'dark'),
  { kind: 'flash', x: 8.2 + 2 * r + 8, y: 11.2 + 3 * r, r: 1.9 },
];

export const galaxies: Readonly<Record<string, Shape>> = {
  'Galaxy S20 5G': bent(69.1, 151.7, s20),
  'Galaxy S20+ 5G': bent(73.7, 161.9, s20Plus),
  'Galaxy S20 Ultra 5G': bent(76, 166.9, s20Ultra),
  'Galaxy S20 FE 5G': {
    ...flagship(
      74.5,
      159.8,
      block(
        'body',
        [
          ...column(13.8, [13.4, 24.6, 35.6], 4.9, 'dark'),
          { kind: 'flash', x: 20.6, y: 19, r: 1.5 },
        ],
        17.2,
        36.6,
      ),
    ),
    bezel: 2.1,
  },
  'Galaxy Note20 5G': { ...note(75.2, 161.6, noteBlock), frame: 'match', finish: 'satin', r: 5 },
  'Galaxy Note20 Ultra 5G': note(77.2, 164.8, noteUltraBlock),
  'Galaxy S21 5G': flagship(71.2, 151.7, contour),
  'Galaxy S21+ 5G': flagship(75.6, 161.5, contour),
  'Galaxy S21 Ultra 5G': { ...bent(75.6, 165.1, s21Ultra), finish: 'satin' },
  'Galaxy S21 FE 5G': flagship(74.5, 155.7, contour),
  'Galaxy S22': flagship(70.6, 146, contour),
  'Galaxy S22+': flagship(75.8, 157.4, contour),
  'Galaxy S22 Ultra': ultra(77.9, 163.3, ultraRings(7, 'metal')),
  'Galaxy S23': flagship(70.9, 146.3, rings(6, 14.2)),
  'Galaxy S23+': flagship(76.2, 157.8, rings(6.2, 14.8)),
  'Galaxy S23 Ultra': ultra(78.1, 163.4, ultraRings(7.2, 'metal')),
  'Galaxy S23 FE': { ...flagship(76.5, 158, rings(6.2, 15)), finish: 'gloss', bezel: 2.2 },
  'Galaxy S24': { ...flagship(70.6, 147, rings(6.2, 14.6)), bezel: 1.5 },
  'Galaxy S24+': { ...flagship(75.9, 158.5, rings(6.4, 15)), bezel: 1.5 },
  'Galaxy S24 Ultra': {
    ...flagship(79, 162.3, ultraRings(7.3, 'metal')),
    frame: 'titanium',
    r: 3.8,
    bezel: 1.4,
  },
  'Galaxy S24 FE': { ...flagship(77.3, 162, rings(6.4, 15.4)), finish: 'gloss', bezel: 2.1 },
  'Galaxy S25': { ...flagship(70.5, 146.9, rings(6.4, 14.8, 'dark')), bezel: 1.4 },
  'Galaxy S25+': { ...flagship(75.8, 158.4, rings(6.6, 15.2, 'dark')), bezel: 1.4 },
  'Galaxy S25 Ultra': {
    ...flagship(77.6, 162.8, ultraRings(7.4, 'dark')),
    frame: 'titanium',
    r: 6.4,
    bezel: 1.3,
  },
  'Galaxy S25 Edge': {
    ...flagship(75.6, 158.2, island(17.4, 34.4, [14.6, 31.4], 6.6)),
    frame: 'titanium',
    bezel: 1.4,
  },
  'Galaxy S25 FE': { ...flagship(76.6, 161.3, rings(6.4, 15.2, 'dark')), bezel: 1.9 },
  'Galaxy S26': { ...flagship(71.7, 149.6, island(16.6, 46, [14.1, 28.8, 43.5], 6.2)), bezel: 1.3 },
  'Galaxy S26+': {
    ...flagship(75.8, 158.4, island(17, 47.6, [14.4, 29.6, 44.8], 6.4)),
    bezel: 1.3,
  },
  'Galaxy S26 Ultra': {
    ...flagship(78.1, 163.6, [
      { kind: 'plate', x: 5.4, y: 5.8, w: 18.4, h: 54, r: 9.2, of: 'body' },
      ...column(14.6, [15, 32.8, 50.6], 7.2, 'dark'),
      { kind: 'lens', x: 31.6, y: 32.8, r: 5.2, ring: 'dark' },
      { kind: 'flash', x: 31.6, y: 21.6, r: 2 },
      { kind: 'sensor', x: 31.6, y: 13.6, r: 1.9 },
    ]),
    r: 7.4,
    bezel: 1.2,
  },
  'Galaxy Z Flip3 5G': flips(72.2, 166, smallCover),
  'Galaxy Z Flip4': flips(71.9, 165.2, smallCover),
  'Galaxy Z Flip5': flips(71.9, 165.1, largeCover(71.9, 165.1)),
  'Galaxy Z Flip6': flips(71.9, 165.1, largeCover(71.9, 165.1)),
  'Galaxy Z Flip7': flips(75.2, 166.7, largeCover(75.2, 166.7)),
  'Galaxy Z Flip7 FE': flips(71.9, 165.1, largeCover(71.9, 165.1)),
  'Galaxy Z Fold3 5G': fold(67.1, 158.2, 128.1, foldPlate(4.7)),
  'Galaxy Z Fold4': fold(67.1, 155.1, 130.1, foldPlate(5)),
  'Galaxy Z Fold5': fold(67.1, 154.9, 129.9, foldPlate(5.1)),
  'Galaxy Z Fold6': fold(68.1, 153.5, 132.6, foldPlate(5.5)),
  'Galaxy Z Fold7': fold(72.8, 158.4, 143.2, foldPlate(5.8)),
  'Galaxy A52 5G': { ...economy(75.1, 159.9, a52), finish: 'satin' },
  'Galaxy A53 5G': { ...economy(74.8, 159.6, a52), finish: 'satin' },
  'Galaxy A54 5G': economy(76.7, 158.2, rings(6, 15)),
  'Galaxy A15 5G': { ...economy(76.8, 160.1, rings(6, 15)), front: 'drop' },
  'Galaxy A16 5G': { ...economy(77.9, 164.4, rings(5.8, 15)), front: 'drop' },
  'Galaxy A35 5G': economy(78, 161.7, rings(6, 15)),
  'Galaxy A36 5G': {
    ...economy(78.2, 162.9, [
      { kind: 'plate', x: 6, y: 6.4, w: 16.4, h: 45.2, r: 8.2, of: 'dark' },
      ...column(14.2, [14.6, 29, 43.4], 5.8, 'thin'),
      { kind: 'flash', x: 28, y: 21.8, r: 1.8 },
    ]),
  },
  'Galaxy A56 5G': {
    ...economy(77.5, 162.2, [
      { kind: 'plate', x: 6, y: 6.4, w: 16.4, h: 45.2, r: 8.2, of: 'dark' },
      ...column(14.2, [14.6, 29, 43.4], 5.8, 'thin'),
      { kind: 'flash', x: 28, y: 21.8, r: 1.8 },
    ]),
    chin: 3.2,
  },
};
