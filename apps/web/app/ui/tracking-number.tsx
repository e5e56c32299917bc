import type { Shipment } from '@redial/contract';
import { ExternalLink } from 'lucide-react';

/** The tracking number of a parcel, as a link to its carrier's page if the carrier has one. */
export function TrackingNumber({
  shipment,
}: {
  shipment: Pick<Shipment, 'trackingNumber' | 'trackingUrl'>;
}) {
  const { trackingNumber, trackingUrl } = shipment;
  return trackingUrl ? (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
      className="figures inline-flex min-h-8 items-center gap-1.5 break-all text-accent underline underline-offset-4"
    >
      {trackingNumber}
      <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="sr-only">(opens the page of the carrier)</span>
    </a>
  ) : (
    <span className="figures break-all">{trackingNumber}</span>
  );
}
