import { type Category, currency, imageSizes, type ProductDetails } from '@redial/contract';
import { productPath } from './product-path.ts';

/** Manufacturer of each category. */
const manufacturers: Record<Category, string> = {
  Xiaomi: 'Xiaomi',
  Samsung: 'Samsung',
  Iphone: 'Apple',
};

const used = 'https://schema.org/UsedCondition';

/**
 * Structured data for search engines: a schema.org `Product` with one `Offer`, and its breadcrumbs.
 */
export function productJsonLd(product: ProductDetails, publicUrl: string): object {
  const url = publicUrl + productPath(product._id);
  const property = (name: string, value: string | number) => ({
    '@type': 'PropertyValue',
    name,
    value,
  });
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
        itemCondition: used,
        additionalProperty: [
          property('Condition', product.condition),
          property('Year of purchase', product.purchaseDate),
          property('Time in use', product.yearsOfUse),
        ],
        offers: {
          '@type': 'Offer',
          url,
          price: product.resalePrice.toFixed(2),
          priceCurrency: currency.toUpperCase(),
          itemCondition: used,
          availability: `https://schema.org/${product.status === 'Sold' ? 'SoldOut' : 'InStock'}`,
          availableAtOrFrom: { '@type': 'Place', name: product.location },
          seller: { '@type': 'Person', name: product.sellerName },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Redial', item: `${publicUrl}/` },
          {
            '@type': 'ListItem',
            position: 2,
            name: product.category,
            item: `${publicUrl}/search?brand=${product.category}`,
          },
          { '@type': 'ListItem', position: 3, name: product.name, item: url },
        ],
      },
    ],
  };
}

/**
 * The image for link previews: the largest JPEG variant, the format that every consumer supports.
 */
export function shareImage(img: string): { url: string; width?: number } {
  const largest = imageSizes(img)?.at(-1);
  return largest ? { url: largest.jpg, width: largest.width } : { url: img };
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
