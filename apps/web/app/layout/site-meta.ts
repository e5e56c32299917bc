import { notFoundMessage } from '@redial/contract';

/** Title and description of the 404 page. */
export const notFoundMeta = [
  { title: 'Nothing here | Redial' },
  { name: 'description', content: notFoundMessage },
];

/** Title, description, canonical URL, and Open Graph tags of a static page. */
export function siteMeta(page: {
  title: string;
  description: string;
  /** Public base URL without a trailing slash. */
  publicUrl: string;
  path: `/${string}`;
}) {
  const { title, description, publicUrl, path } = page;
  const url = publicUrl + path;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Redial',
      'og:locale': 'en_US',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': `${publicUrl}/share.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Phones with price tags; one in the middle shows its own listing',
    }).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
