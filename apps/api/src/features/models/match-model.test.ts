import type { Category } from '@redial/contract';
import { expect, test } from 'vitest';
import { createModelMatcher, type ModelMatch } from './match-model.ts';
import { shippedCatalogue } from './model-data.ts';

const match = createModelMatcher(shippedCatalogue.models);

type Row = [name: string, category: Category, expected: ModelMatch | undefined];

const rows: Row[] = [
  ['iPhone 13 128 GB, Blue', 'Iphone', { slug: 'iphone-13', storageGb: 128, colour: 'Blue' }],
  [
    'Apple iPhone 13 Pro Max 1TB Graphite',
    'Iphone',
    { slug: 'iphone-13-pro-max', storageGb: 1024, colour: 'Graphite' },
  ],
  [
    '13PM 256GB sierra blue',
    'Iphone',
    { slug: 'iphone-13-pro-max', storageGb: 256, colour: 'Sierra Blue' },
  ],
  [
    'iphone13mini 256 midnight',
    'Iphone',
    { slug: 'iphone-13-mini', storageGb: 256, colour: 'Midnight' },
  ],
  ['I PHONE 12', 'Iphone', { slug: 'iphone-12' }],
  ['14 pro deep purple', 'Iphone', { slug: 'iphone-14-pro', colour: 'Deep Purple' }],
  [
    'iPhone SE 2020 64gb (PRODUCT)RED',
    'Iphone',
    { slug: 'iphone-se-2nd-generation', storageGb: 64, colour: '(PRODUCT)RED' },
  ],
  [
    'iPhone SE (3rd generation), Starlight',
    'Iphone',
    { slug: 'iphone-se-3rd-generation', colour: 'Starlight' },
  ],
  [
    'iPhone Xs Max, space grey, 512 GB',
    'Iphone',
    { slug: 'iphone-xs-max', storageGb: 512, colour: 'Space Gray' },
  ],
  ['iPhone X', 'Iphone', { slug: 'iphone-x' }],
  ['iPhone XR red', 'Iphone', { slug: 'iphone-xr', colour: '(PRODUCT)RED' }],
  [
    'iPhone 15 Pro 256 GB Blue',
    'Iphone',
    { slug: 'iphone-15-pro', storageGb: 256, colour: 'Blue Titanium' },
  ],
  ['iPhone 16e white', 'Iphone', { slug: 'iphone-16e', colour: 'White' }],
  ['iPhone 17 Air', 'Iphone', { slug: 'iphone-air' }],
  ['Selling my iPhone 11 with box', 'Iphone', { slug: 'iphone-11' }],
  [
    'Samsung Galaxy S23 Ultra 512GB Phantom Black',
    'Samsung',
    { slug: 'galaxy-s23-ultra', storageGb: 512, colour: 'Phantom Black' },
  ],
  ['S23U 1 TB', 'Samsung', { slug: 'galaxy-s23-ultra', storageGb: 1024 }],
  [
    'Galaxy S20+ 5G 128 GB, Cosmic Grey',
    'Samsung',
    { slug: 'galaxy-s20-plus-5g', storageGb: 128, colour: 'Cosmic Gray' },
  ],
  ['S20 Plus', 'Samsung', { slug: 'galaxy-s20-plus-5g' }],
  [
    'Galaxy Note 20 Ultra bronze',
    'Samsung',
    { slug: 'galaxy-note20-ultra-5g', colour: 'Mystic Bronze' },
  ],
  ['Galaxy S21 FE 8/256 GB', 'Samsung', { slug: 'galaxy-s21-fe-5g', storageGb: 256, ramGb: 8 }],
  [
    'Galaxy Z Flip 5 Mint 256',
    'Samsung',
    { slug: 'galaxy-z-flip5', storageGb: 256, colour: 'Mint' },
  ],
  ['Flip 4', 'Samsung', { slug: 'galaxy-z-flip4' }],
  ['ZFold5 icy blue', 'Samsung', { slug: 'galaxy-z-fold5', colour: 'Icy Blue' }],
  ['Galaxy A54 5G 8GB+128GB', 'Samsung', { slug: 'galaxy-a54-5g', storageGb: 128, ramGb: 8 }],
  ['Redmi Note 12 Pro+ 5G 256GB', 'Xiaomi', { slug: 'redmi-note-12-pro-plus-5g', storageGb: 256 }],
  ['Redmi Note 10', 'Xiaomi', { slug: 'redmi-note-10' }],
  [
    'POCO X3 Pro 128gb frost blue',
    'Xiaomi',
    { slug: 'poco-x3-pro', storageGb: 128, colour: 'Frost Blue' },
  ],
  ['poco f5', 'Xiaomi', { slug: 'poco-f5' }],
  [
    'Xiaomi 13T Pro 12GB/512GB Black',
    'Xiaomi',
    { slug: 'xiaomi-13t-pro', storageGb: 512, ramGb: 12, colour: 'Black' },
  ],
  ['Xiaomi Mi 11 Ultra', 'Xiaomi', { slug: 'mi-11-ultra' }],
  ['Mi 12T', 'Xiaomi', { slug: 'xiaomi-12t' }],
  // Not sold with this storage, two sizes, two colours: left to the seller.
  ['iPhone 13 64 GB', 'Iphone', { slug: 'iphone-13' }],
  ['iPhone 13 128 GB or 256 GB', 'Iphone', { slug: 'iphone-13' }],
  ['Galaxy S22, phantom', 'Samsung', { slug: 'galaxy-s22' }],
  // Models that the catalogue lacks.
  ['Galaxy S22 FE', 'Samsung', undefined],
  ['iPhone 7 Plus', 'Iphone', undefined],
  ['Galaxy A52 4G', 'Samsung', undefined],
  ['Xiaomi 14 Lite', 'Xiaomi', undefined],
  // The category is another one.
  ['Galaxy S23', 'Iphone', undefined],
  ['my old phone, 13 years', 'Iphone', undefined],
  ['', 'Iphone', undefined],
  ['📱', 'Samsung', undefined],
];

test.each(rows)('matches %j (%s)', (name, category, expected) => {
  expect(match(name, category)).toEqual(expected);
});

test('finds every model by its own name', () => {
  for (const { slug, name, category } of shippedCatalogue.models) {
    expect([name, match(name, category)?.slug]).toEqual([name, slug]);
  }
});

test('finds every variant by model, storage and colour', () => {
  for (const { slug, name, category, storageGb, colours } of shippedCatalogue.models) {
    for (const gb of storageGb) {
      for (const colour of colours) {
        const text = `${name} ${gb >= 1024 ? `${gb / 1024} TB` : `${gb} GB`}, ${colour}`;
        expect([text, match(text, category)]).toEqual([text, { slug, storageGb: gb, colour }]);
      }
    }
  }
});
