import { describeDetails, formatPrice, type OrderedListing as Listing } from '@redial/contract';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { usePeriod } from '../../ui/used-for.ts';

// Near the end of its pages, so that it moves little when it arrives.
const DefectMap = lazyPart(
  async () => (await import('../../ui/defect-map/defect-map.tsx')).DefectMap,
);

/** A listing as it was when it was ordered: photos, facts, description and declared defects. */
export function OrderedListing({ listing }: { listing: Listing }) {
  const { name, photos, description, formFactor, defects } = listing;
  const [first, ...more] = photos;
  const facts = [
    { name: 'Price', text: formatPrice(listing.resalePrice) },
    { name: 'Condition', text: listing.condition },
    { name: 'Bought in', text: String(listing.purchaseDate) },
    { name: 'Used for', text: usePeriod(listing.yearsOfUse) },
    ...describeDetails(listing.details),
  ];
  return (
    // As wide as beside the form on large screens, so that photos do not fill those between.
    <div className="max-w-md">
      {first && (
        <PhotoLink
          img={first.img}
          alt={first.alt || `Photo of ${name}`}
          className="aspect-square"
        />
      )}
      {more.length > 0 && (
        <ul className="mt-2 grid grid-cols-4 gap-2">
          {more.map(({ img, alt }, index) => (
            <li key={img}>
              <PhotoLink img={img} alt={alt || `Photo ${index + 2}`} className="aspect-square" />
            </li>
          ))}
        </ul>
      )}
      <p className="wrap-anywhere mt-3 font-semibold">{name}</p>
      <dl className="my-3 grid gap-1.5 text-sm">
        {facts.map((fact) => (
          <div key={fact.name} className="grid grid-cols-[7.5rem_1fr] gap-3">
            <dt className="text-ink-soft">{fact.name}</dt>
            <dd className="wrap-anywhere min-w-0" dir="auto">
              {fact.text}
            </dd>
          </div>
        ))}
      </dl>
      <p className="wrap-anywhere whitespace-pre-line text-sm" dir="auto">
        {description}
      </p>
      <h3 className="mt-5 mb-2 font-sans font-semibold text-sm tracking-normal">
        Marks and defects
      </h3>
      <Suspense>
        <DefectMap form={formFactor} defects={defects} stacked />
      </Suspense>
    </div>
  );
}

function PhotoLink({ img, alt, className }: { img: string; alt: string; className: string }) {
  return (
    <a href={img} target="_blank" rel="noreferrer" className="block">
      <img
        src={img}
        alt={`${alt} (opens in a new tab)`}
        loading="lazy"
        className={`${className} w-full rounded-md bg-studio object-contain`}
      />
    </a>
  );
}
