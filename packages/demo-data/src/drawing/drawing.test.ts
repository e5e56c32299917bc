import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCloseUp, drawImage } from '../draw-image.ts';
import { models } from '../models.ts';
import { closeUpSide } from './close-up.ts';
import { colourOf } from './colours.ts';
import { side } from './compose.ts';
import { shapeOf } from './shapes.ts';
import { at, mix, readHex, tone, writeHex } from './tone.ts';

test('every model can be drawn in every colour', () => {
  for (const { model, colours } of models) {
    for (const colour of colours) expect(colourOf(model, colour)).toMatch(/^#[0-9a-f]{6}$/);
    const { w, h, back } = shapeOf(model);
    for (const part of back) {
      if (part.kind !== 'lens') continue;
      expect(part.x - part.r, model).toBeGreaterThan(0);
      expect(part.x + part.r, model).toBeLessThan(w);
      expect(part.y + part.r, model).toBeLessThan(h);
    }
  }
});

test('drawings are deterministic and differ between phones', () => {
  const first = drawImage('iPhone 13 Pro', 'Sierra Blue');
  expect(drawImage('iPhone 13 Pro', 'Sierra Blue')).toEqual(first);
  expect(drawImage('iPhone 13 Pro', 'Gold').id).not.toBe(first.id);
  expect(drawImage('iPhone 13 Pro Max', 'Sierra Blue').id).not.toBe(first.id);
  expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test.each(['iPhone 17 Pro', 'Galaxy Z Fold5', 'Galaxy Z Flip6', 'Xiaomi 14 Ultra', 'iPhone 8'])(
  'the background of the %s is pale, the phones are not',
  async (model) => {
    const colour = models.find((each) => each.model === model)?.colours[0] ?? '';
    const { data, info } = await sharp(Buffer.from(drawImage(model, colour).svg))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([side, side]);
    const light = (x: number, y: number) => data[(y * side + x) * info.channels] ?? 0;
    for (const [x, y] of [
      [10, 10],
      [side - 10, 10],
      [10, side - 10],
      [side - 10, side - 10],
    ] as const) {
      expect(light(x, y)).toBeGreaterThan(190);
    }
    const darkest = Math.min(...Array.from({ length: side }, (_, x) => light(x, side / 2)));
    expect(darkest).toBeLessThan(60);
  },
);

test.each(['back', 'bottom'] as const)(
  'a close-up of a mark on the %s shows it in the middle, the deeper the darker',
  async (where) => {
    /** The darkest and the lightest pixel around the middle. */
    const range = async (kind: 'hairline' | 'deep-scratch') => {
      const mark = { kind, side: where, sizeMm: 12, x: 0.4, y: 0.6 };
      const drawing = drawCloseUp('iPhone 13', 'Starlight', mark);
      expect(drawing.path).toBe(`/images/${drawing.id}-${closeUpSide}.jpg`);
      const { data, info } = await sharp(Buffer.from(drawing.svg))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([closeUpSide, closeUpSide]);
      const middle = [];
      for (let y = closeUpSide / 2 - 30; y < closeUpSide / 2 + 30; y++) {
        middle.push(data[(y * closeUpSide + closeUpSide / 2) * info.channels] ?? 0);
      }
      return { darkest: Math.min(...middle), lightest: Math.max(...middle) };
    };
    const [faint, deep] = [await range('hairline'), await range('deep-scratch')];
    expect(faint.darkest).toBeGreaterThan(deep.darkest + 30);
    expect(deep.lightest).toBeGreaterThan(deep.darkest + 90);
  },
);

test('close-ups are deterministic and differ between marks and phones', () => {
  const mark = { kind: 'scratch', side: 'back', sizeMm: 6, x: 0.3, y: 0.5 } as const;
  const first = drawCloseUp('iPhone 13', 'Blue', mark);
  expect(drawCloseUp('iPhone 13', 'Blue', mark)).toEqual(first);
  const others = [
    drawCloseUp('iPhone 13', 'Pink', mark),
    drawCloseUp('iPhone 13', 'Blue', { ...mark, x: 0.7 }),
    drawCloseUp('iPhone 13', 'Blue', { ...mark, sizeMm: 9 }),
  ];
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
});

test.each([
  drawImage('Xiaomi 13 Ultra', 'Olive Green'),
  drawCloseUp('Xiaomi 13 Ultra', 'Olive Green', { kind: 'scratch', side: 'back', x: 0.5, y: 0.2 }),
])('a drawing defines every gradient it uses, once', ({ svg }) => {
  const named = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  const used = new Set([...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id));
  expect(new Set(named).size).toBe(named.length);
  expect(used.size).toBeGreaterThan(20);
  expect(named).toEqual(expect.arrayContaining([...used]));
});

test('a colour survives the conversion to OKLCH and back', () => {
  for (const hex of ['#b8182a', '#9bb5ce', '#26272a', '#f1f0ee']) {
    expect(writeHex(readHex(hex))).toBe(hex);
  }
  expect(readHex(tone('#32659a', 0.1)).l).toBeCloseTo(readHex('#32659a').l + 0.1, 1);
  expect(readHex(at('#32659a', 0.9, 0.02)).c).toBeLessThan(0.025);
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});
