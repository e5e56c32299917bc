import {
  formatPrice,
  getPricePlan,
  type Result,
  removePricePlan,
  setPrice,
  setPricePlan,
  validatePricePlan,
} from '@redial/contract';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.ts';
import { TextField } from '../../../ui/field.tsx';
import { relativeTime } from '../../../ui/relative-time.ts';
import { toText } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

function PriceSection({ data }: SectionProps) {
  const { listing, now } = data;
  return (
    <div className="grid gap-8">
      <PriceForm data={data} />
      {listing.priceChanges.length > 0 && (
        <section aria-label="Price changes">
          <h3 className="mb-2 font-semibold text-sm">Changes that buyers see</h3>
          <ul className="figures grid gap-1 text-ink-soft text-sm">
            {listing.priceChanges.map(({ from, to, changedAt }) => (
              <li key={changedAt}>
                {formatPrice(from)} to {formatPrice(to)}, {relativeTime(changedAt, now)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <PlanForm data={data} />
    </div>
  );
}

function PriceForm({ data: { product } }: SectionProps) {
  const { _id: id, resalePrice } = product;
  const form = useSectionForm(
    `listing-${id}-price`,
    { resalePrice: String(resalePrice) },
    (values) =>
      call(setPrice, { params: { id }, body: { resalePrice: toDollars(values.resalePrice) } }),
  );
  return (
    <SectionFormFrame form={form} fields={['resalePrice']} label="Change the price">
      <TextField
        label="Price in dollars"
        inputMode="decimal"
        autoComplete="off"
        className="sm:max-w-60"
        value={form.values.resalePrice}
        error={
          form.errorOf('resalePrice') && 'Enter a price from 1 to 100,000 dollars, such as 349.50'
        }
        onChange={(event) => form.set('resalePrice', event.currentTarget.value)}
      />
    </SectionFormFrame>
  );
}

function PlanForm({ data: { product, plan } }: SectionProps) {
  const { _id: id, resalePrice } = product;
  const empty = { step: '', intervalDays: '', floor: '' };
  const form = useSectionForm(
    `listing-${id}-plan`,
    plan
      ? {
          step: toText(plan.step),
          intervalDays: toText(plan.intervalDays),
          floor: toText(plan.floor),
        }
      : empty,
    (values) => savePlan(id, values, resalePrice),
  );
  const { values, set, errorOf } = form;
  return (
    <section aria-label="Automatic price">
      <h3 className="font-semibold text-sm">Lower the price step by step</h3>
      <p role="status" className="mt-1 mb-4 text-ink-soft text-sm">
        {plan
          ? `On. The next step is on ${formatDateTime(plan.nextAt)}. Buyers see each step, not the lowest price.`
          : 'Off. While the phone is on offer, the price can go down by itself until your lowest price.'}
      </p>
      <SectionFormFrame
        form={form}
        fields={['step', 'intervalDays', 'floor']}
        label={plan ? 'Change the steps' : 'Turn it on'}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-3">
          <TextField
            label="By how many dollars"
            inputMode="decimal"
            autoComplete="off"
            value={values.step}
            error={errorOf('step')}
            onChange={(event) => set('step', event.currentTarget.value)}
          />
          <TextField
            label="Every how many days"
            inputMode="numeric"
            autoComplete="off"
            value={values.intervalDays}
            error={errorOf('intervalDays')}
            onChange={(event) => set('intervalDays', event.currentTarget.value)}
          />
          <TextField
            label="Lowest price in dollars"
            inputMode="decimal"
            autoComplete="off"
            value={values.floor}
            error={errorOf('floor')}
            onChange={(event) => set('floor', event.currentTarget.value)}
          />
        </div>
        {plan && (
          <Button variant="quiet" size="small" className="mb-3" onClick={() => form.submit(empty)}>
            Turn it off
          </Button>
        )}
      </SectionFormFrame>
    </section>
  );
}

/** Dollars as typed: `1299`, `$1,299` or `349.50`; -1, which is refused, for anything else. */
const toDollars = (text: string): number => {
  const typed = text.trim().replace(/^\$/, '');
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(typed) ? Number(typed.replaceAll(',', '')) : -1;
};

async function savePlan(
  id: string,
  texts: { step: string; intervalDays: string; floor: string },
  price: number,
): Promise<Result<unknown>> {
  if (!texts.step && !texts.intervalDays && !texts.floor) {
    return call(removePricePlan, { params: { id } });
  }
  const body = {
    step: toDollars(texts.step),
    intervalDays: toDollars(texts.intervalDays),
    floor: toDollars(texts.floor),
  };
  const invalid = validatePricePlan(body, price);
  if (invalid) return { ok: false, error: { status: 422, code: 'validation.failed', ...invalid } };
  return call(setPricePlan, { params: { id }, body });
}

/** Reads the plan; a failure is none, which the section then shows as off. */
export async function readPlan(id: string) {
  const result = await call(getPricePlan, { params: { id } });
  return result.ok ? result.value.plan : null;
}

export const priceSection: ListingSection = {
  id: 'price',
  title: 'Price',
  summary: ({ product, plan }) =>
    formatPrice(product.resalePrice) + (plan ? ', goes down by itself' : ''),
  Section: PriceSection,
};
