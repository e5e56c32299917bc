import type { ProductDetails } from '@redial/contract';
import { expect, test } from 'vitest';
import { productMeta } from './product-meta.ts';
import { shareImage } from './share-image.ts';
import { escapeJsonForScript, modelGroup, productJsonLd } from './structured-data.ts';

const publicUrl = 'https://redial.test';
const id = '018f0000-0000-7000-8000-000000000000';
const phone = (about: Partial<ProductDetails> = {}): ProductDetails => ({
  _id: id,
  name: 'iPhone 13 128 GB, Blue',
  img: `${publicUrl}/images/${id}-960.jpg`,
  sellerName: 'Rana',
  sellerEmail: 'r•••@mail.com',
  sellerSince: '2024-03-09T10:00:00.000Z',
  seller: { _id: '018f0000-0000-7000-8000-000000000001', photo: null, rating: null },
  varified: true,
  status: 'Available',
  originalPrice: 799,
  resalePrice: 389.5,
  number: '••42',
  location: 'Lyon, France',
  purchaseDate: 2022,
  yearsOfUse: '3 years',
  category: 'Iphone',
  condition: 'good',
  description: 'Two owners.\nNo scratches.',
  advertised: false,
  postDate: '2026-01-01T00:00:00.000Z',
  isPaid: false,
  ...about,
});

const metaOf = (about: Partial<ProductDetails> = {}) =>
  productMeta(phone(about), publicUrl) as Record<string, string>[];
const content = (metas: Record<string, string>[], key: string) =>
  metas.find(({ name, property }) => name === key || property === key)?.content;

test('structured data describes an available phone as a used product with brand, price and seller', () => {
  expect(productJsonLd(phone(), publicUrl)).toMatchObject({
    '@graph': [
      {
        '@type': 'Product',
        brand: { name: 'Apple' },
        itemCondition: 'https://schema.org/UsedCondition',
        image: [`${publicUrl}/images/${id}-960.jpg`],
        offers: {
          '@type': 'Offer',
          url: `${publicUrl}/products/${id}`,
          price: '389.50',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          seller: { '@type': 'Person', name: 'Rana' },
        },
      },
      { '@type': 'BreadcrumbList' },
    ],
  });
});

test('structured data has storage, colour, battery and the end of updates where they are known', () => {
  const updates = { status: 'dated', until: '2028-02-17' } as const;
  const model = { slug: 's23', name: 'Galaxy S23', formFactor: 'slab', updates } as const;
  const details = {
    storageGb: 128,
    colour: 'Cream',
    batteryHealthPct: 88,
    networkLock: 'unknown',
  } as const;
  const text = JSON.stringify(productJsonLd(phone({ model }), publicUrl, details));
  const graph = JSON.parse(text)['@graph'];
  expect(graph[0]).toMatchObject({
    color: 'Cream',
    size: '128 GB',
    model: 'Galaxy S23',
    inProductGroupWithID: 's23',
    isVariantOf: modelGroup(model, publicUrl),
  });
  expect(text).not.toContain('gtin');
  const properties = graph[0].additionalProperty.map(
    ({ name, value, unitCode }: Record<string, string>) => [name, value, unitCode],
  );
  expect(properties.slice(3)).toEqual([
    ['Storage', 128, 'E34'],
    ['Battery health', 88, undefined],
    ['Security updates until', '2028-02-17', undefined],
  ]);
  const unknown = JSON.stringify(productJsonLd(phone(), publicUrl));
  expect(unknown).not.toMatch(/Storage|size|Group/);
});

test('the phones of a model are a group that varies by storage and colour', () => {
  expect(modelGroup({ slug: 's23', name: 'Galaxy S23' }, publicUrl)).toEqual({
    '@type': 'ProductGroup',
    '@id': `${publicUrl}/models/s23#model`,
    productGroupID: 's23',
    name: 'Galaxy S23',
    url: `${publicUrl}/models/s23`,
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
  });
});

test('a sold phone is marked as sold out, and a paid one is not indexed', () => {
  const offer = (about: Partial<ProductDetails>) =>
    JSON.stringify(productJsonLd(phone(about), publicUrl));
  expect(offer({ status: 'Sold' })).toContain('schema.org/SoldOut');
  expect(content(metaOf({ status: 'Sold' }), 'product:availability')).toBe('out of stock');
  expect(content(metaOf({ status: 'Sold' }), 'robots')).toBeUndefined();
  expect(content(metaOf({ status: 'Sold', isPaid: true }), 'robots')).toBe('noindex');
});

test('the head has title, description, canonical URL and share image', () => {
  const metas = metaOf();
  expect(metas).toContainEqual({ title: 'iPhone 13 128 GB, Blue, $389.50 | Redial' });
  expect(metas).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: `${publicUrl}/products/${id}`,
  });
  expect(content(metas, 'description')).toBe(
    'Good condition, used 3 years, in Lyon, France. Two owners. No scratches.',
  );
  expect(content(metas, 'og:image')).toBe(`${publicUrl}/images/${id}-960.jpg`);
  expect(content(metas, 'og:image:width')).toBe('960');
  expect(content(metas, 'twitter:image')).toBe(`${publicUrl}/images/${id}-960.jpg`);
  expect(content(metaOf({ description: 'x'.repeat(900) }), 'description')).toHaveLength(156);
});

test('an image from another host is used as is', () => {
  expect(shareImage('https://i.ibb.co/x.png')).toEqual({ url: 'https://i.ibb.co/x.png' });
});

test('structured data names no seller whose account was deleted', () => {
  const gone = phone({ sellerName: 'Deleted account', seller: null });
  expect(JSON.stringify(productJsonLd(gone, publicUrl))).not.toMatch(/Deleted account|"seller"/);
});

test('text from a seller can neither close the script element nor open another', () => {
  const description = '</script><script>alert(1)</script><!-- & \u2028';
  const text = escapeJsonForScript(productJsonLd(phone({ description }), publicUrl));
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(text)['@graph'][0].description).toBe(description);
});
