import { TextField } from '../../../ui/field.tsx';
import { toNumberOrUnknown, toText, useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

function BatterySection({ data: { listing, product } }: SectionProps) {
  const { batteryHealthPct, batteryCycles } = listing.details;
  const form = useDetailsForm(
    listing,
    'battery',
    { batteryHealthPct: toText(batteryHealthPct), batteryCycles: toText(batteryCycles) },
    (values) => ({
      batteryHealthPct: toNumberOrUnknown(values.batteryHealthPct),
      batteryCycles: toNumberOrUnknown(values.batteryCycles),
    }),
  );
  const { values, set, errorOf } = form;
  return (
    <SectionFormFrame form={form} fields={['batteryHealthPct', 'batteryCycles']}>
      <p className="mb-4 text-ink-soft text-sm">{whereToLook[product.category]}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <TextField
          label="Battery health in percent"
          hint="Leave it empty if you do not know"
          inputMode="numeric"
          autoComplete="off"
          placeholder="88"
          value={values.batteryHealthPct}
          error={errorOf('batteryHealthPct')}
          onChange={(event) => set('batteryHealthPct', event.currentTarget.value)}
        />
        <TextField
          label="Charge cycles"
          hint="Leave it empty if you do not know"
          inputMode="numeric"
          autoComplete="off"
          placeholder="312"
          value={values.batteryCycles}
          error={errorOf('batteryCycles')}
          onChange={(event) => set('batteryCycles', event.currentTarget.value)}
        />
      </div>
    </SectionFormFrame>
  );
}

/** Where phones show the health of their battery, as their makers describe it. */
const whereToLook = {
  Iphone: 'On the phone: Settings, Battery, Battery Health.',
  Samsung: 'On the phone: Settings, Battery and device care, Diagnostics.',
  Xiaomi: 'On the phone: Settings, Battery, Battery health; older ones do not show it.',
} as const;

export const batterySection: ListingSection = {
  id: 'battery',
  title: 'Battery',
  summary: ({ listing: { details } }) =>
    [
      details.batteryHealthPct !== null && `${details.batteryHealthPct}%`,
      details.batteryCycles !== null && `${details.batteryCycles} cycles`,
    ]
      .filter(Boolean)
      .join(', '),
  covers: ['Battery health'],
  Section: BatterySection,
};
