import {
  formatPrice,
  getOfferRules,
  type OfferRules,
  type Result,
  setOfferRules,
  validateOfferRules,
} from '@redial/contract';
import { call } from '../../../session/call.ts';
import { TextField } from '../../../ui/field.tsx';
import { parsePrice } from '../../../ui/price-input.ts';
import { toText } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

interface RuleTexts {
  acceptFrom: string;
  declineBelow: string;
}

function OffersSection({ data: { product, offerRules } }: SectionProps) {
  const { _id: id } = product;
  const form = useSectionForm<RuleTexts>(
    `listing-${id}-offers`,
    {
      acceptFrom: toText(offerRules.acceptFrom),
      declineBelow: toText(offerRules.declineBelow),
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
      <SectionFormFrame form={form} fields={['acceptFrom', 'declineBelow']}>
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
        </div>
      </SectionFormFrame>
    </>
  );
}

async function saveRules(id: string, texts: RuleTexts): Promise<Result<unknown>> {
  const body: OfferRules = { acceptFrom: null, declineBelow: null };
  for (const field of ['acceptFrom', 'declineBelow'] as const) {
    const text = texts[field].trim();
    if (text === '') continue;
    const price = parsePrice(text);
    if (price.kind === 'ambiguous') {
      return invalid(field, `Did you mean ${price.readings.map(formatPrice).join(' or ')}?`);
    }
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

/** Reads the rules; a failure shows the section without any. */
export async function readOfferRules(id: string): Promise<OfferRules> {
  const result = await call(getOfferRules, { params: { id } });
  return result.ok ? result.value : { acceptFrom: null, declineBelow: null };
}

export const offersSection: ListingSection = {
  id: 'offers',
  title: 'Offers',
  summary: ({ offerRules: { acceptFrom, declineBelow } }) => {
    const rules = [
      ...(acceptFrom === null ? [] : [`accepted from ${formatPrice(acceptFrom)}`]),
      ...(declineBelow === null ? [] : [`declined below ${formatPrice(declineBelow)}`]),
    ];
    return rules.length > 0 ? `Automatic: ${rules.join(', ')}` : 'You answer each one';
  },
  Section: OffersSection,
};
