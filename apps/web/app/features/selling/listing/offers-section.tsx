import {
  type BlindBand,
  type BlindOffer,
  formatPrice,
  type OfferRules,
  type Result,
  setOfferRules,
  validateOfferRules,
} from '@redial/contract';
import { Suspense } from 'react';
import { call } from '../../../session/call.ts';
import { formatDateTime } from '../../../ui/date-time.ts';
import { TextField } from '../../../ui/field.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ambiguityText, parsePrice } from '../../../ui/price-input.ts';
import { toText } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

const FavouriteOfferForm = lazyPart(
  async () => (await import('./favourite-offer-form.tsx')).FavouriteOfferForm,
);

const ruleFields = ['acceptFrom', 'declineBelow', 'blindFloor'] as const;

type RuleTexts = Record<(typeof ruleFields)[number], string>;

const noRules: OfferRules = { acceptFrom: null, declineBelow: null, blindFloor: null };

function OffersSection({ data: { product, offerRules, blindOffers } }: SectionProps) {
  const { _id: id } = product;
  const form = useSectionForm<RuleTexts>(
    `listing-${id}-offers`,
    {
      acceptFrom: toText(offerRules.acceptFrom),
      declineBelow: toText(offerRules.declineBelow),
      blindFloor: toText(offerRules.blindFloor),
    },
    (texts) => saveRules(id, texts),
  );
  const { values, set, errorOf } = form;
  return (
    <>
      <p className="mb-4 max-w-[65ch] text-ink-soft text-sm">
        Buyers offer you a price, and you have 48 hours to answer. New offers can be answered for
        you: an accepted one reserves the phone at once. Buyers do not see your limits. Leave a
        field empty to answer yourself.
      </p>
      <SectionFormFrame form={form} fields={ruleFields}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
          <TextField
            label="Accept offers from (dollars)"
            inputMode="decimal"
            autoComplete="off"
            value={values.acceptFrom}
            error={errorOf('acceptFrom')}
            onChange={(event) => set('acceptFrom', event.currentTarget.value)}
          />
          <TextField
            label="Decline offers below (dollars)"
            inputMode="decimal"
            autoComplete="off"
            value={values.declineBelow}
            error={errorOf('declineBelow')}
            onChange={(event) => set('declineBelow', event.currentTarget.value)}
          />
          <TextField
            label="Lowest price for blind offers (whole dollars)"
            inputMode="numeric"
            autoComplete="off"
            hint="A secret. A buyer who would pay it or more gets the phone at the price halfway between."
            value={values.blindFloor}
            error={errorOf('blindFloor')}
            onChange={(event) => set('blindFloor', event.currentTarget.value)}
          />
        </div>
      </SectionFormFrame>
      <BlindOffersMade made={blindOffers} />
      <Suspense>
        <FavouriteOfferForm product={product} />
      </Suspense>
    </>
  );
}

/** What buyers' secret limits came to; newest first. */
function BlindOffersMade({ made }: { made: readonly BlindOffer[] }) {
  if (made.length === 0) return null;
  return (
    <section className="mt-6 border-line border-t pt-5">
      <h3 className="font-semibold text-base">Blind offers</h3>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {made.map(({ _id: id, at, band }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <time dateTime={at} className="figures text-ink-soft">
              {formatDateTime(at)}
            </time>
            <span>{band === null ? 'A match: the phone was ordered' : distances[band]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const distances: Record<BlindBand, string> = {
  'within-5': 'No match: within 5% of your lowest price',
  'within-15': 'No match: within 15% of your lowest price',
  more: 'No match: more than 15% below your lowest price, or you had none',
};

async function saveRules(id: string, texts: RuleTexts): Promise<Result<unknown>> {
  const body: OfferRules = { ...noRules };
  for (const field of ruleFields) {
    const text = texts[field].trim();
    if (text === '') continue;
    const price = parsePrice(text);
    if (price.kind === 'ambiguous') return invalid(field, ambiguityText(price.readings));
    if (price.kind !== 'amount') return invalid(field, 'Enter a price, such as 250');
    body[field] = price.dollars;
  }
  const wrong = validateOfferRules(body);
  return wrong
    ? invalid(wrong.field, wrong.message)
    : call(setOfferRules, { params: { id }, body });
}

const invalid = (field: keyof OfferRules, message: string): Result<unknown> => ({
  ok: false,
  error: { status: 422, code: 'validation.failed', field, message },
});

export const offersSection: ListingSection = {
  id: 'offers',
  title: 'Offers',
  summary: ({ offerRules: { acceptFrom, declineBelow, blindFloor } }) => {
    const rules = [
      ...(acceptFrom === null ? [] : [`accepted from ${formatPrice(acceptFrom)}`]),
      ...(declineBelow === null ? [] : [`declined below ${formatPrice(declineBelow)}`]),
      ...(blindFloor === null ? [] : [`blind from ${formatPrice(blindFloor)}`]),
    ];
    return rules.length > 0 ? `Automatic: ${rules.join(', ')}` : 'You answer each one';
  },
  Section: OffersSection,
};
