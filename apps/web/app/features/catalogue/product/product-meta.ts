import { formatPrice, type ProductDetails } from '@redial/contract';
import { truncate } from '../truncate.ts';
import { productPath } from './product-path.ts';
import { shareImage } from './structured-data.ts';

/** What the head of a phone's page says to search engines and to whom it is shared with. */
export function productMeta(product: ProductDetails, publicUrl: string) {
  const sold = product.status === 'Sold';
  const url = publicUrl + productPath(product._id);
  const title = `${product.name}, ${sold ? 'sold' : formatPrice(product.resalePrice)} | Redial`;
  const description = truncate(
    `${capitalize(product.condition)} condition, used ${product.yearsOfUse}, in ${product.location}. ${product.description.replace(/\s+/g, ' ')}`,
    155,
  );
  const picture = shareImage(product.img);
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    // A phone that has left the market keeps its page for those who have its address.
    ...(product.isPaid ? [{ name: 'robots', content: 'noindex' }] : []),
    ...Object.entries({
      'og:type': 'product',
      'og:site_name': 'Redial',
      'og:locale': 'en_US',
      'og:title': product.name,
      'og:description': description,
      'og:url': url,
      'og:image': picture.url,
      'og:image:alt': `Photo of ${product.name}`,
      ...(picture.width
        ? { 'og:image:width': `${picture.width}`, 'og:image:height': `${picture.width}` }
        : {}),
      'product:price:amount': product.resalePrice.toFixed(2),
      'product:price:currency': 'USD',
      'product:availability': sold ? 'out of stock' : 'in stock',
      'product:condition': 'used',
      'product:retailer_item_id': product._id,
    }).map(([property, content]) => ({ property, content })),
    // The picture is square: the large card would cut the phone's head and foot off.
    { name: 'twitter:card', content: 'summary' },
    { name: 'twitter:title', content: product.name },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture.url },
    { name: 'twitter:image:alt', content: `Photo of ${product.name}` },
  ];
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
