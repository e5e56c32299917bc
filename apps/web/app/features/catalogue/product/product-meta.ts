import { currency, formatPrice, type ProductDetails } from '@redial/contract';
import { usedFor } from '../../../ui/used-for.ts';
import { truncate } from '../truncate.ts';
import { productPath } from './product-path.ts';
import { shareImage } from './share-image.ts';

/** Title, description, canonical URL, and Open Graph and Twitter tags of a product page. */
export function productMeta(product: ProductDetails, publicUrl: string) {
  const sold = product.status === 'Sold';
  const url = publicUrl + productPath(product._id);
  const title = `${product.name}, ${sold ? 'sold' : formatPrice(product.resalePrice)} | Redial`;
  const description = truncate(
    `${capitalize(product.condition)} condition, ${usedFor(product.yearsOfUse)}, in ${product.location}. ${product.description.replace(/\s+/g, ' ')}`,
    155,
  );
  const image = shareImage(product.img);
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    // A paid product keeps its page for users who have the URL, but is not indexed.
    ...(product.isPaid ? [{ name: 'robots', content: 'noindex' }] : []),
    ...Object.entries({
      'og:type': 'product',
      'og:site_name': 'Redial',
      'og:locale': 'en_US',
      'og:title': product.name,
      'og:description': description,
      'og:url': url,
      'og:image': image.url,
      'og:image:alt': `Photo of ${product.name}`,
      ...(image.width
        ? { 'og:image:width': `${image.width}`, 'og:image:height': `${image.width}` }
        : {}),
      'product:price:amount': product.resalePrice.toFixed(2),
      'product:price:currency': currency.toUpperCase(),
      'product:availability': sold ? 'out of stock' : 'in stock',
      'product:condition': 'used',
      'product:retailer_item_id': product._id,
    }).map(([property, content]) => ({ property, content })),
    // The image is square; a large card would crop it.
    { name: 'twitter:card', content: 'summary' },
    { name: 'twitter:title', content: product.name },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image.url },
    { name: 'twitter:image:alt', content: `Photo of ${product.name}` },
  ];
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
