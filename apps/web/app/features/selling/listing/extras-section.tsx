import { accessories } from '@redial/contract';
import { Choice } from '../../../ui/choice.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { accessoryTexts } from './detail-texts.ts';
import { toYesNo, useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

function ExtrasSection({ data: { listing } }: SectionProps) {
  const { details } = listing;
  const form = useDetailsForm(
    listing,
    'extras',
    {
      accessories: details.accessories as string[],
      receipt: toYesNo(details.receipt) as string,
      warrantyUntil: details.warrantyUntil ?? '',
    },
    (values) => ({
      accessories: accessories.filter((each) => values.accessories.includes(each)),
      receipt: values.receipt === '' ? null : values.receipt === 'yes',
      warrantyUntil: values.warrantyUntil || null,
    }),
  );
  const { values, set, errorOf } = form;
  return (
    <SectionFormFrame form={form} fields={['receipt', 'warrantyUntil']}>
      <fieldset className="mb-5">
        <legend className="mb-1.5 font-semibold text-sm">What comes with it</legend>
        <div className="grid grid-cols-2 gap-x-6 px-2 sm:grid-cols-3">
          {accessories.map((each) => (
            <Choice
              key={each}
              type="checkbox"
              label={accessoryTexts[each]}
              checked={values.accessories.includes(each)}
              onChange={({ currentTarget: { checked } }) =>
                set(
                  'accessories',
                  checked
                    ? [...values.accessories, each]
                    : values.accessories.filter((other) => other !== each),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label="Proof of purchase"
          value={values.receipt}
          error={errorOf('receipt')}
          onChange={(event) => set('receipt', event.currentTarget.value)}
        >
          <option value="">Unknown</option>
          <option value="yes">There is one</option>
          <option value="no">There is none</option>
        </SelectField>
        <TextField
          label="Warranty until"
          hint="Leave it empty if there is none, or you do not know"
          type="date"
          value={values.warrantyUntil}
          error={errorOf('warrantyUntil')}
          onChange={(event) => set('warrantyUntil', event.currentTarget.value)}
        />
      </div>
    </SectionFormFrame>
  );
}

export const extrasSection: ListingSection = {
  id: 'extras',
  title: 'Accessories and receipt',
  summary: ({ listing: { details } }) =>
    [
      ...details.accessories.map((each) => accessoryTexts[each]),
      details.receipt && !details.accessories.includes('receipt') && 'Receipt',
      details.warrantyUntil && `warranty until ${details.warrantyUntil}`,
    ]
      .filter(Boolean)
      .join(', '),
  covers: ['Accessories', 'Proof of purchase'],
  Section: ExtrasSection,
};
