import { type Profile, profilePath } from '@redial/contract';

/** Structured data of a profile for search engines: a schema.org `ProfilePage` about a person. */
export function profileJsonLd(profile: Profile, publicUrl: string): object {
  const url = publicUrl + profilePath(profile._id);
  const { seller: rating } = profile.ratings;
  const person = `${url}#person`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        url,
        dateCreated: profile.since,
        mainEntity: {
          '@type': 'Person',
          '@id': person,
          name: profile.name,
          identifier: profile._id,
          agentInteractionStatistic: {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/SellAction',
            userInteractionCount: profile.completedSales,
          },
        },
      },
      ...(rating
        ? [
            {
              '@type': 'AggregateRating',
              itemReviewed: { '@id': person },
              ratingValue: rating.average,
              reviewCount: rating.count,
              bestRating: 5,
              worstRating: 1,
            },
          ]
        : []),
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Redial', item: `${publicUrl}/` },
          { '@type': 'ListItem', position: 2, name: profile.name, item: url },
        ],
      },
    ],
  };
}
