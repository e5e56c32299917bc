import type { Product } from '@redial/contract';
import type { ReactNode } from 'react';
import { holdLabel } from '../features/catalogue/availability-badge.tsx';
import { AvailabilityAlert } from '../features/favourites/availability-alert.tsx';
import { useOwnership } from '../session/ownership.ts';
import { Badge } from '../ui/badge.tsx';
import { Deadline } from '../ui/deadline.tsx';
import { Notice } from '../ui/notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/**
 * Tells others than its buyer that a phone is on hold, until when, and how to wait for it. Until it is
 * known that the viewer is not the buyer, space is reserved.
 */
export function HoldNotice({ product, children }: { product: Product; children: ReactNode }) {
  const { _id: id, hold } = product;
  const isKnown = useOwnership(id).kind !== 'unknown';
  return (
    <Notice
      badge={<Badge tone="raised">{holdLabel(product)}</Badge>}
      text={
        <span className={isKnown ? undefined : 'signed-in:invisible'}>
          {hold?.reason === 'offer'
            ? "The seller has accepted somebody else's offer, which is not paid yet."
            : 'Somebody else has ordered this phone and not paid yet.'}
          {hold && (
            // Two lines at any width, with or without the deadline.
            <span className="block min-h-[2lh]">
              It is held <HoldDeadline until={hold.until} />, and may return.
            </span>
          )}
        </span>
      }
    >
      <span className="flex min-h-11 min-w-[min(13rem,100%)] items-center">
        {isKnown && <AvailabilityAlert productId={id} />}
      </span>
      {children}
    </Notice>
  );
}

/** Until when a phone is on hold, in the reader's zone; before hydration, space for it. */
function HoldDeadline({ until }: { until: string }) {
  if (useHydrated()) return <Deadline at={until} />;
  return (
    <span className="figures invisible" aria-hidden="true">
      until tomorrow, 00:00 (00{'\u00a0'}hours{'\u00a0'}left)
    </span>
  );
}
