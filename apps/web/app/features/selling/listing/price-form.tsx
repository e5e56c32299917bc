import {
  formatPrice,
  getFacets,
  type Product,
  type Result,
  removePricePlan,
  setPrice,
  setPricePlan,
  validatePricePlan,
} from '@redial/contract';
import { type ComponentProps, useRef, useState } from 'react';
import { publicCall } from '../../../api.ts';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.ts';
import { TextField } from '../../../ui/field.tsx';
import { parsePrice } from '../../../ui/price-input.ts';
import { relativeTime } from '../../../ui/relative-time.ts';
import { toDollarAmount, validatePrice } from '../listing-price.ts';
import { PriceField } from '../price-field.tsx';
import { Questions } from '../questions.tsx';
import { toNumberOrUnknown, toText } from './details-form.ts';
import type { SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

export function PriceSection({ data }: SectionProps) {
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
  /** Questions that have been shown; saving again confirms them. */
  const [questions, setQuestions] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const form = useSectionForm(
    `listing-${id}-price`,
    { resalePrice: String(resalePrice) },
    (values) =>
      call(setPrice, { params: { id }, body: { resalePrice: toDollarAmount(values.resalePrice) } }),
  );
  const { values, pending, set, setError, errorOf } = form;
  const change = (text: string) => {
    setQuestions([]);
    set('resalePrice', text);
  };
  const save = async () => {
    if (pending || asking) return;
    const message = validatePrice('the price', values.resalePrice);
    if (message) return setError({ field: 'resalePrice', message });
    if (questions.length === 0) {
      setAsking(true);
      // Without the script of the questions, the price is saved unasked.
      const asked = await askAboutPrice(product, toDollarAmount(values.resalePrice)).catch(
        () => [],
      );
      setAsking(false);
      setQuestions(asked);
      if (asked.length > 0) return;
    }
    if (await form.submit()) setQuestions([]);
  };
  const reset = () => {
    setQuestions([]);
    form.reset();
  };
  return (
    <SectionFormFrame
      form={{ ...form, pending: pending || asking, reset }}
      fields={['resalePrice']}
      label="Change the price"
      onSubmit={save}
    >
      <SectionPriceField
        label="Price in dollars"
        className="sm:max-w-60"
        value={values.resalePrice}
        error={errorOf('resalePrice')}
        onType={change}
      />
      <Questions questions={questions} />
    </SectionFormFrame>
  );
}

/** Asks what the form Add Product asks about a price; with a script of its own. */
async function askAboutPrice(product: Product, resalePrice: number): Promise<string[]> {
  const { priceQuestions, similarQuery } = await import('../listing-questions.ts');
  const query = { q: similarQuery(product), brand: product.category };
  const similar = await publicCall(getFacets, { query });
  return priceQuestions(resalePrice, product.originalPrice, similar.ok ? similar.value : undefined);
}

/** A price in dollars; which reading of an ambiguous one is meant is chosen below it. */
function SectionPriceField({
  onType,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'className'> & {
  value: string;
  onType: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <PriceField
      {...field}
      typed={field.value}
      ref={input}
      onChange={(event) => onType(event.currentTarget.value)}
      onChoose={(dollars) => {
        onType(String(dollars));
        input.current?.focus();
      }}
    />
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
          <SectionPriceField
            label="By how many dollars"
            value={values.step}
            error={errorOf('step')}
            onType={(text) => set('step', text)}
          />
          <TextField
            label="Every how many days"
            inputMode="numeric"
            autoComplete="off"
            value={values.intervalDays}
            error={errorOf('intervalDays')}
            onChange={(event) => set('intervalDays', event.currentTarget.value)}
          />
          <SectionPriceField
            label="Lowest price in dollars"
            value={values.floor}
            error={errorOf('floor')}
            onType={(text) => set('floor', text)}
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

async function savePlan(
  id: string,
  texts: { step: string; intervalDays: string; floor: string },
  price: number,
): Promise<Result<unknown>> {
  if (!texts.step && !texts.intervalDays && !texts.floor) {
    return call(removePricePlan, { params: { id } });
  }
  for (const [field, what] of planPrices) {
    const message = validatePrice(what, texts[field]);
    if (message && parsePrice(texts[field]).kind !== 'amount') return refused({ field, message });
  }
  const body = {
    step: toDollarAmount(texts.step),
    intervalDays: toNumberOrUnknown(texts.intervalDays) ?? 0,
    floor: toDollarAmount(texts.floor),
  };
  const invalid = validatePricePlan(body, price);
  return invalid ? refused(invalid) : call(setPricePlan, { params: { id }, body });
}

const planPrices = [
  ['step', 'the step'],
  ['floor', 'the lowest price'],
] as const;

const refused = (error: { field: string; message: string }): Result<unknown> => ({
  ok: false,
  error: { status: 422, code: 'validation.failed', ...error },
});
