import type { Listing } from '@redial/contract';
import { Check } from 'lucide-react';
import type { ListingSection } from './listing-section.ts';

/** How complete a listing is, with links to what is missing, most useful first. */
export function CompletenessCard({
  completeness: { percent, missing },
  sections,
}: {
  completeness: Listing['completeness'];
  sections: readonly ListingSection[];
}) {
  return (
    <section
      aria-labelledby="completeness"
      className="rounded-lg border border-line bg-surface p-5"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="completeness" className="font-semibold text-ink-soft text-sm">
          Details
        </h2>
        <p className="figures font-bold font-display text-2xl">{percent}%</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw `meter` in colours of their own */}
      <div
        role="meter"
        aria-label="Completeness of the details"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="mt-3 h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <svg
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="size-full"
        >
          <rect
            width={percent}
            height="1"
            className={percent === 100 ? 'fill-good' : 'fill-accent'}
          />
        </svg>
      </div>
      {missing.length === 0 ? (
        <p className="mt-3 flex items-center gap-2 text-good text-sm">
          <Check className="size-4" aria-hidden="true" />
          Complete. Buyers have nothing left to ask.
        </p>
      ) : (
        <>
          <p className="mt-3 text-sm">Complete listings sell faster. Add next:</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {missing.slice(0, 4).map((item) => {
              const section = sections.find(({ covers }) => covers?.includes(item));
              return (
                <li key={item}>
                  <a
                    href={`#${section?.id ?? ''}`}
                    className="inline-flex min-h-8 items-center rounded-full bg-accent-wash px-3 font-semibold text-accent text-xs hover:bg-accent hover:text-on-accent"
                  >
                    {item}
                  </a>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
