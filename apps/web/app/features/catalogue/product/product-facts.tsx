import {
  accessoriesText,
  accountLockText,
  type Listing,
  networkLockText,
  type ProductDetails,
  partsText,
  simNames,
  storageText,
  testsText,
  warrantyText,
} from '@redial/contract';
import type { ReactNode } from 'react';
import { brandLabel } from '../../../ui/brand-label.ts';
import { relativeTime } from '../../../ui/relative-time.ts';
import { usePeriod } from '../../../ui/used-for.ts';
import { TextLink } from './text-link.tsx';

/**
 * What is known about a phone, one fact per line; what the seller has not stated is unknown.
 *
 * @param listing undefined if it could not be loaded
 */
export function ProductFacts({
  product,
  listing,
  now,
}: {
  product: ProductDetails;
  listing: Listing | undefined;
  now: number;
}) {
  const details = listing?.details;
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
      <Facts title="The phone">
        <Fact name="Brand">{brandLabel(product.category)}</Fact>
        <Fact name="Model">
          {product.model && (
            <TextLink to={`/models/${product.model.slug}`}>{product.model.name}</TextLink>
          )}
        </Fact>
        <Fact name="Storage">{details?.storageGb && storageText(details.storageGb)}</Fact>
        <Fact name="Memory">{details?.ramGb && `${details.ramGb}\u00a0GB`}</Fact>
        <Fact name="Colour">{details?.colour}</Fact>
        <Fact name="SIM">{details?.simType && simNames[details.simType]}</Fact>
        <Fact name="Network lock">{details && networkLockText(details)}</Fact>
        <Fact name="Account lock">{details && accountLockText(details)}</Fact>
      </Facts>
      <Facts title="Its life so far">
        <Fact name="Bought new in">{product.purchaseDate}</Fact>
        <Fact name="Used for">{usePeriod(product.yearsOfUse)}</Fact>
        <Fact name="Battery health">
          {details?.batteryHealthPct && <Battery percent={details.batteryHealthPct} />}
          {details?.batteryCycles != null && (
            <span className="block text-ink-soft">{details.batteryCycles} charge cycles</span>
          )}
        </Fact>
        <Fact name="Parts">{details && partsText(details)}</Fact>
        <Fact name="Tested by seller">{details && testsText(details)}</Fact>
        <Fact name="Comes with">{details && accessoriesText(details)}</Fact>
        <Fact name="Proof of purchase">
          {details?.receipt === true && 'Yes'}
          {details?.receipt === false && 'No'}
        </Fact>
        <Fact name="Warranty">
          {details?.warrantyUntil && warrantyText(details.warrantyUntil, new Date(now))}
        </Fact>
        <Fact name="Posted">
          <time dateTime={product.postDate}>{relativeTime(product.postDate, now)}</time>
        </Fact>
      </Facts>
    </div>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 font-sans font-semibold text-sm tracking-normal">{title}</h3>
      <dl className="figures divide-y divide-line border-line border-y text-sm">{children}</dl>
    </div>
  );
}

/** A fact; without a value it is unknown. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  const isKnown = [children].flat().some((part) => part != null && part !== false && part !== '');
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] max-[18rem]:grid-cols-1 gap-4 py-2.5">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="wrap-anywhere min-w-0" dir="auto">
        {isKnown ? children : <span className="text-ink-faint">Unknown</span>}
      </dd>
    </div>
  );
}

/** The battery health with a gauge. */
function Battery({ percent }: { percent: number }) {
  return (
    <span className="flex items-center gap-2.5">
      {percent}%
      <svg viewBox="0 0 44 14" aria-hidden="true" className="h-3.5 w-11">
        <rect
          x="0.5"
          y="0.5"
          width="39"
          height="13"
          rx="3"
          fill="none"
          className="stroke-line-strong"
        />
        <rect x="41" y="4" width="2.5" height="6" rx="1" className="fill-line-strong" />
        <rect
          x="2.5"
          y="2.5"
          width={Math.round(35 * (percent / 100))}
          height="9"
          rx="1.5"
          className={percent < 80 ? 'fill-bad' : 'fill-good'}
        />
      </svg>
    </span>
  );
}
