import {
  type Category,
  currency,
  type Listing,
  type PhoneModel,
  type ProductDetails,
  profilePath,
  storageText,
} from '@redial/contract';
import { brandLabel } from '../../../ui/brand-label.ts';
import { productPath } from './product-path.ts';
import { shareImage } from './share-image.ts';

/** Manufacturer of each category. */
const manufacturers: Record<Category, string> = {
  Xiaomi: 'Xiaomi',
  Samsung: 'Samsung',
  Iphone: 'Apple',
};

const used = 'https://schema.org/UsedCondition';

/** The code of the gigabyte (UN/CEFACT). */
const gigabyte = 'E34';

/**
 * What the phones of a model have in common, as a schema.org `ProductGroup`. They are its variants, by
 * storage (which has no property of its own, so it is the size) and colour; used phones have no GTIN.
 */
export function modelGroup({ slug, name }: Pick<PhoneModel, 'slug' | 'name'>, publicUrl: string) {
  const url = `${publicUrl}/models/${slug}`;
  return {
    '@type': 'ProductGroup',
    '@id': `${url}#model`,
    productGroupID: slug,
    name,
    url,
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
  };
}

/**
 * Structured data for search engines: a schema.org `Product` with one `Offer`, and its breadcrumbs.
 * Unknown facts are left out.
 */
export function productJsonLd(
  product: ProductDetails,
  publicUrl: string,
  details?: Pick<Listing['details'], 'storageGb' | 'colour' | 'batteryHealthPct' | 'networkLock'>,
): object {
  const url = publicUrl + productPath(product._id);
  const property = (name: string, value: string | number, unit: object = {}) => ({
    '@type': 'PropertyValue',
    name,
    value,
    ...unit,
  });
  const known = <V>(value: V | null | undefined, toProperty: (value: V) => object) =>
    value == null ? [] : [toProperty(value)];
  const lock = details?.networkLock;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        '@id': `${url}#product`,
        name: product.name,
        description: product.description,
        sku: product._id,
        url,
        image: [shareImage(product.img).url],
        brand: { '@type': 'Brand', name: manufacturers[product.category] },
        category: product.category,
        ...(product.model
          ? {
              model: product.model.name,
              inProductGroupWithID: product.model.slug,
              isVariantOf: modelGroup(product.model, publicUrl),
            }
          : {}),
        ...(details?.storageGb ? { size: storageText(details.storageGb).replace(/\s/, ' ') } : {}),
        ...(details?.colour ? { color: details.colour } : {}),
        itemCondition: used,
        additionalProperty: [
          property('Condition', product.condition),
          property('Year of purchase', product.purchaseDate),
          property('Time in use', product.yearsOfUse),
          ...known(details?.storageGb, (gb) => property('Storage', gb, { unitCode: gigabyte })),
          ...known(details?.batteryHealthPct, (percent) =>
            property('Battery health', percent, { unitText: '%' }),
          ),
          ...known(lock === 'unknown' ? undefined : lock, (value) =>
            property('Network lock', value),
          ),
          ...known(product.model?.updates.until, (day) => property('Security updates until', day)),
        ],
        offers: {
          '@type': 'Offer',
          url,
          price: product.resalePrice.toFixed(2),
          priceCurrency: currency.toUpperCase(),
          itemCondition: used,
          availability: `https://schema.org/${product.status === 'Sold' ? 'SoldOut' : 'InStock'}`,
          availableAtOrFrom: { '@type': 'Place', name: product.location },
          ...(product.seller && {
            seller: {
              '@type': 'Person',
              name: product.sellerName,
              url: publicUrl + profilePath(product.seller._id),
            },
          }),
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Redial', item: `${publicUrl}/` },
          {
            '@type': 'ListItem',
            position: 2,
            name: brandLabel(product.category),
            item: `${publicUrl}/search?brand=${product.category}`,
          },
          { '@type': 'ListItem', position: 3, name: product.name, item: url },
        ],
      },
    ],
  };
}

/**
 * JSON escaped for use inside a `<script>` element: it can neither close the element nor open
 * another.
 */
export const escapeJsonForScript = (data: object): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
