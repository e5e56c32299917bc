import type { Part, Ring, Shape } from './shape.ts';

const base = {
  frame: 'wrap',
  finish: 'gloss',
  buttons: 'right',
  front: 'hole',
  bezel: 1.8,
  chin: 2.8,
  r: 8.6,
} as const satisfies Partial<Shape>;

type Where = readonly [x: number, y: number, r: number];
const lenses = (ring: Ring, ...places: Where[]): Part[] =>
  places.map(([x, y, r]) => ({ kind: 'lens', x, y, r, ring }));
const lamp = (x: number, y: number, r = 1.7): Part => ({ kind: 'flash', x, y, r });
const body = (w: number, h: number, back: Part[], more: Partial<Shape> = {}): Shape => ({
  ...base,
  w,
  h,
  back,
  ...more,
});
const flat = { frame: 'match', finish: 'satin', r: 9 } as const;

/** A column of lenses in the middle of the back. */
const central = (w: number): Part[] => [
  { kind: 'plate', x: w / 2 - 6.6, y: 8, w: 13.2, h: 39, r: 6.6, of: 'dark' },
  ...lenses('thin', [w / 2, 14.8, 5.2], [w / 2, 27.4, 5.2], [w / 2, 40, 5.2]),
  lamp(w / 2, 52),
];
/** A block whose first lens is the largest. */
const block = (of: 'dark' | 'body', big: number, small: number, w = 23, h = 38): Part[] => [
  { kind: 'plate', x: 5, y: 5.4, w, h, r: 5.4, of },
  ...lenses(
    of === 'dark' ? 'thin' : 'metal',
    [6.4 + big, 7 + big, big],
    [7.2 + small, 10.4 + 2 * big + small, small],
    [5 + w - 2.6 - small, 10.4 + 2 * big + small, small],
  ),
  lamp(5 + w - 4.4, 9.6, 1.6),
];
/** Two storeys: the upper for the large lens, the lower, darker one for the small. */
const storeys = (w: number, h: number): Part[] => [
  { kind: 'plate', x: 5, y: 5.4, w, h, r: 5.6, of: 'body' },
  { kind: 'pane', x: 6.2, y: 6.6, w: w - 2.4, h: 17.6, r: 4.6 },
  ...lenses('thin', [14.8, 15.4, 6.9]),
  lamp(5 + w - 5.6, 15.4, 1.8),
  ...lenses('metal', [12.2, 5.4 + h - 9, 4.3], [5 + w - 8, 5.4 + h - 9, 4.3]),
];
/** A square in four fields, as on the 13 and 14. */
const square = (w: number, r: number): Part[] => [
  { kind: 'plate', x: 4.6, y: 5, w, h: w, r: w * 0.23, of: 'dark' },
  { kind: 'cross', x: 4.6, y: 5, w, h: w },
  ...lenses(
    'thin',
    [4.6 + w * 0.26, 5 + w * 0.26, r],
    [4.6 + w * 0.74, 5 + w * 0.26, r],
    [4.6 + w * 0.26, 5 + w * 0.74, r],
  ),
  lamp(4.6 + w * 0.74, 5 + w * 0.74, 2.2),
];
/** A square with four rounds, as on the T series. */
const rounds = (w: number, of: 'dark' | 'body'): Part[] => [
  { kind: 'plate', x: 4.8, y: 5, w, h: w, r: w * 0.22, of },
  ...lenses(
    of === 'dark' ? 'thin' : 'dark',
    [4.8 + w * 0.27, 5 + w * 0.27, w * 0.19],
    [4.8 + w * 0.73, 5 + w * 0.27, w * 0.19],
    [4.8 + w * 0.27, 5 + w * 0.73, w * 0.19],
  ),
  lamp(4.8 + w * 0.73, 5 + w * 0.73, w * 0.09),
];
/** The great round of the Ultra. */
const great = (cx: number, cy: number, r: number, rim: Ring): Part[] => [
  { kind: 'disc', x: cx, y: cy, r, of: 'dark', rim },
  ...lenses(
    'thin',
    [cx - r * 0.42, cy - r * 0.36, r * 0.27],
    [cx + r * 0.42, cy - r * 0.36, r * 0.27],
    [cx - r * 0.42, cy + r * 0.36, r * 0.27],
    [cx + r * 0.42, cy + r * 0.36, r * 0.27],
  ),
  { kind: 'dot', x: cx, y: cy - r * 0.62, r: 0.6 },
  lamp(cx, cy + r * 0.68, 1.5),
];
/** Two wide rings above each other, and a small lens beside. */
const twoWide = (x: number, r: number, gap: number, ring: Ring): Part[] => [
  ...lenses(ring, [x, 7 + r, r], [x, 7 + r + gap, r]),
  lamp(x + r + 6.4, 7 + r, 2),
  ...lenses(ring, [x + r + 6.4, 7 + r + gap, 2.9]),
];
const threeRings = (x: number, r: number, gap: number): Part[] => [
  ...lenses('metal', [x, 7 + r, r], [x, 7 + r + gap, r], [x + gap * 0.92, 7 + r + gap * 0.5, r]),
  lamp(x + gap * 0.92, 7 + r + gap * 1.24, 1.8),
];
/** A dark band across the upper back: POCO's mark. */
const banded = (h: number, of: 'dark' | 'black' = 'black'): Part[] => [
  { kind: 'band', y: 0, h, of },
  ...lenses('thin', [13.4, h * 0.29, h * 0.2], [13.4, h * 0.73, h * 0.2]),
  ...lenses('thin', [29, h * 0.5, h * 0.13]),
  lamp(40, h * 0.5, 1.9),
];
const pocoX3 = (w: number): Part[] => [
  { kind: 'disc', x: w / 2, y: 22, r: 17.6, of: 'dark' },
  ...lenses('thin', [w / 2, 22, 6]),
  ...lenses('thin', [w / 2 - 10.6, 22, 3.2], [w / 2 + 10.6, 22, 3.2], [w / 2, 33.6, 2.6]),
  lamp(w / 2, 10.6, 1.7),
];

export const xiaomis: Readonly<Record<string, Shape>> = {
  'Redmi Note 8 Pro': body(76.4, 161.4, central(76.4), { front: 'drop', chin: 4.4 }),
  'Mi 9T Pro': body(74.3, 156.7, central(74.3), { front: 'full', chin: 3.4 }),
  'Redmi Note 9 Pro': body(
    76.7,
    165.8,
    [
      { kind: 'plate', x: 25.6, y: 8, w: 25.6, h: 27, r: 6, of: 'dark' },
      ...lenses('thin', [32.2, 15, 4.4], [44.6, 15, 4.4], [32.2, 27.4, 4.4], [44.6, 27.4, 4.4]),
      lamp(38.4, 40),
    ],
    { chin: 4 },
  ),
  'Mi 10': body(
    74.8,
    162.5,
    [
      ...lenses('metal', [12.6, 15, 6.6]),
      { kind: 'pane', x: 8, y: 23.6, w: 9.2, h: 31, r: 4.6 },
      ...lenses('thin', [12.6, 28.6, 3.8], [12.6, 39, 3.8], [12.6, 49, 3.4]),
      lamp(22.4, 15),
    ],
    { front: 'hole-left' },
  ),
  'Mi 10 Pro': body(
    74.8,
    162.5,
    [
      ...lenses('metal', [12.6, 15, 6.6]),
      { kind: 'pane', x: 8, y: 23.6, w: 9.2, h: 31, r: 4.6 },
      ...lenses('thin', [12.6, 28.6, 3.8], [12.6, 39, 3.8], [12.6, 49, 3.4]),
      lamp(22.4, 15),
      { kind: 'sensor', x: 22.4, y: 22, r: 1.6 },
    ],
    { front: 'hole-left' },
  ),
  'Mi 10 Lite 5G': body(
    74.8,
    163.7,
    [
      { kind: 'plate', x: 5.4, y: 6, w: 22.4, h: 25, r: 5.4, of: 'dark' },
      ...lenses('thin', [11.6, 13, 4.6], [21.6, 13, 3.8], [11.6, 24.4, 3.8], [21.6, 24.4, 3.4]),
      lamp(33.4, 12.4),
    ],
    { front: 'drop' },
  ),
  'Mi 10T': body(76.4, 165.1, block('dark', 7.8, 4.2, 23.4, 41), {
    front: 'hole-left',
    ...flat,
    finish: 'gloss',
  }),
  'Mi 10T Pro': body(76.4, 165.1, block('dark', 8.2, 4.2, 23.4, 41), {
    front: 'hole-left',
    ...flat,
    finish: 'gloss',
  }),
  'POCO F2 Pro': body(
    75.4,
    163.3,
    [
      { kind: 'disc', x: 37.7, y: 26, r: 16.4, of: 'dark' },
      ...lenses('thin', [31.4, 20, 4.6], [44, 20, 4.6], [31.4, 32.4, 4.6], [44, 32.4, 4.6]),
      lamp(37.7, 47.6),
    ],
    { front: 'full', finish: 'satin' },
  ),
  'POCO X3 NFC': body(76.8, 165.3, pocoX3(76.8), { chin: 4 }),
  'POCO X3 Pro': body(76.8, 165.3, pocoX3(76.8), { chin: 4 }),
  'Mi 11': body(74.6, 164.3, storeys(27, 37), { front: 'hole-left' }),
  'Mi 11 Ultra': body(
    74.6,
    164.3,
    [
      { kind: 'plate', x: 3.8, y: 5, w: 67, h: 36, r: 9, of: 'dark' },
      ...lenses('thin', [16.4, 23, 9.4], [34.6, 15, 4.8], [34.6, 31, 4.8]),
      { kind: 'window', x: 42.6, y: 11.4, w: 24.6, h: 17, r: 2 },
      lamp(46, 34.6, 1.6),
    ],
    { front: 'hole-left' },
  ),
  'Mi 11i': body(76.4, 163.7, block('dark', 6.4, 3.8, 20, 36)),
  'Mi 11 Lite 5G': body(75.7, 160.5, storeys(25, 36), { ...flat, front: 'hole-left' }),
  'Redmi Note 10': body(74.5, 160.5, block('dark', 6.6, 3.6, 21, 35), { chin: 3.8 }),
  'Redmi Note 10 Pro': body(76.5, 164, block('dark', 7, 3.8, 22, 37)),
  'POCO F3': body(76.4, 163.7, block('dark', 6.4, 3.8, 20, 36)),
  'Xiaomi 11T': body(76.9, 164.1, storeys(25, 38), { ...flat, finish: 'gloss' }),
  'Xiaomi 11T Pro': body(76.9, 164.1, storeys(25, 38), { ...flat, finish: 'gloss' }),
  'Xiaomi 12': body(69.9, 152.7, storeys(25, 36), { finish: 'satin' }),
  'Xiaomi 12 Pro': body(74.6, 163.6, storeys(27, 39), { finish: 'satin' }),
  'Xiaomi 12X': body(69.9, 152.7, storeys(25, 36), { finish: 'satin' }),
  'Xiaomi 12T': body(75.9, 163.1, block('body', 8.6, 4.4, 25.4, 40), flat),
  'Xiaomi 12T Pro': body(75.9, 163.1, block('body', 8.8, 4.4, 25.4, 40), flat),
  'Redmi Note 11': body(73.9, 159.9, block('body', 6.8, 3.6, 21, 35), { ...flat, chin: 3.8 }),
  'Redmi Note 11 Pro 5G': body(76.1, 164.2, block('body', 8, 4, 23, 39), flat),
  'POCO F4': body(76, 163.2, block('body', 7, 4, 22, 37), flat),
  'POCO X4 Pro 5G': body(76.1, 164.2, banded(40), { ...flat, finish: 'gloss' }),
  'Xiaomi 13': body(71.5, 152.8, square(31, 5.8), { ...flat, finish: 'gloss', chin: 1.8 }),
  'Xiaomi 13 Pro': body(74.6, 162.9, square(38, 7.2)),
  'Xiaomi 13 Ultra': body(74.6, 163.2, great(37.3, 35, 25.4, 'gold'), {
    finish: 'leather',
    ...{ frame: 'match' as const },
  }),
  'Xiaomi 13 Lite': body(72.7, 159.2, [
    { kind: 'plate', x: 5.2, y: 5.6, w: 25, h: 36, r: 12.4, of: 'body' },
    ...lenses('metal', [17.7, 15.4, 7.4], [13, 31.4, 4.2], [22.8, 31.4, 4.2]),
  ]),
  'Xiaomi 13T': body(75.7, 162.2, rounds(34, 'body'), { ...flat, finish: 'gloss' }),
  'Xiaomi 13T Pro': body(75.7, 162.2, rounds(34, 'body'), { ...flat, finish: 'gloss' }),
  'Redmi Note 12': body(76, 165.9, block('body', 6.8, 4, 21.6, 37), { ...flat, chin: 3.8 }),
  'Redmi Note 12 Pro+ 5G': body(76, 162.9, block('dark', 7.2, 4.2, 23, 38)),
  'POCO F5': body(74.9, 161.1, twoWide(15, 8.6, 19.6, 'metal'), flat),
  'POCO F5 Pro': body(74.9, 162.8, banded(38, 'dark')),
  'Xiaomi 14': body(71.5, 152.8, square(35, 6.6), { ...flat, finish: 'gloss', chin: 1.8 }),
  'Xiaomi 14 Ultra': body(75.3, 161.4, great(37.65, 35, 27, 'dark'), {
    finish: 'leather',
    frame: 'match',
    chin: 1.8,
  }),
  'Xiaomi 14T': body(75.1, 160.5, rounds(36, 'dark'), flat),
  'Xiaomi 14T Pro': body(75.1, 160.4, rounds(36, 'dark'), flat),
  'Redmi Note 13': body(76, 162.3, threeRings(14, 6.6, 16.4), { ...flat, finish: 'gloss' }),
  'Redmi Note 13 Pro+ 5G': body(74.2, 161.4, threeRings(14.4, 7.2, 17.4)),
  'POCO F6': body(74.4, 160.5, twoWide(15.4, 9, 20.4, 'body'), flat),
  'POCO F6 Pro': body(75, 160.9, banded(39), { ...flat, finish: 'gloss' }),
  'POCO X6 Pro': body(74.3, 160.5, banded(37), flat),
  'Xiaomi 15': body(71.2, 152.3, square(36, 6.8), { ...flat, finish: 'satin', chin: 1.8 }),
  'Xiaomi 15 Ultra': body(75.3, 161.3, great(37.65, 35.4, 27.6, 'red'), {
    finish: 'leather',
    frame: 'match',
    chin: 1.8,
  }),
  'Redmi Note 14 5G': body(75.7, 162.4, rounds(34, 'body'), flat),
  'Redmi Note 14 Pro 5G': body(74.4, 162.3, [
    { kind: 'plate', x: 18.2, y: 6.4, w: 38, h: 38, r: 12, of: 'body' },
    ...lenses('dark', [28.4, 16.8, 6], [46, 16.8, 6], [28.4, 34.2, 6]),
    lamp(46, 34.2, 2),
  ]),
  'POCO X7 Pro': body(
    75.2,
    160.8,
    [
      { kind: 'plate', x: 6, y: 6.4, w: 20.6, h: 43, r: 10.3, of: 'dark' },
      ...lenses('thin', [16.3, 17, 7.6], [16.3, 38.6, 7.6]),
      lamp(33.4, 17, 2),
    ],
    flat,
  ),
  'POCO F7 Pro': body(
    74.9,
    160.3,
    [
      { kind: 'disc', x: 22, y: 22.6, r: 16.4, of: 'dark' },
      ...lenses('thin', [16, 16.6, 5.6], [28, 16.6, 5.6], [16, 28.8, 5.6]),
      lamp(28, 28.8, 2),
    ],
    { ...flat, finish: 'gloss' },
  ),
  'POCO F7 Ultra': body(
    75,
    160.3,
    [
      { kind: 'band', y: 0, h: 48, of: 'dark' },
      { kind: 'disc', x: 22, y: 23.6, r: 17, of: 'dark' },
      ...lenses('thin', [16, 17.4, 5.8], [28.2, 17.4, 5.8], [16, 29.8, 5.8]),
      lamp(28.2, 29.8, 2),
    ],
    { ...flat, finish: 'gloss' },
  ),
  'Xiaomi 15T': body(78, 163.2, rounds(35, 'body'), flat),
  'Xiaomi 15T Pro': body(77.9, 162.7, rounds(37, 'body'), flat),
};
