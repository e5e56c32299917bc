import { ramSizes, storageSizes, storageText } from '@redial/contract';
import { useId } from 'react';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { toText, useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

function ModelSection({ data: { listing, models } }: SectionProps) {
  const { details } = listing;
  const form = useDetailsForm(
    listing,
    'model',
    {
      model: details.model ?? '',
      storageGb: toText(details.storageGb),
      ramGb: toText(details.ramGb),
      colour: details.colour ?? '',
    },
    (values) => ({
      model: values.model || null,
      storageGb: values.storageGb ? Number(values.storageGb) : null,
      ramGb: values.ramGb ? Number(values.ramGb) : null,
      colour: values.colour.trim() || null,
    }),
  );
  const { values, set, errorOf } = form;
  const model = models.find(({ slug }) => slug === values.model);
  const coloursId = useId();
  const sizes = model ? model.storageGb : storageSizes;
  const stored = Number(values.storageGb);
  return (
    <SectionFormFrame form={form} fields={['model', 'storageGb', 'ramGb', 'colour']}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <SelectField
          label="Model"
          value={values.model}
          error={errorOf('model')}
          onChange={(event) => set('model', event.currentTarget.value)}
        >
          <option value="">Unknown, or not in this list</option>
          {models.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Colour"
          list={coloursId}
          autoComplete="off"
          maxLength={60}
          value={values.colour}
          error={errorOf('colour')}
          onChange={(event) => set('colour', event.currentTarget.value)}
        />
        <datalist id={coloursId}>
          {model?.colours.map((colour) => (
            <option key={colour} value={colour} />
          ))}
        </datalist>
        <SelectField
          label="Storage"
          value={values.storageGb}
          error={errorOf('storageGb')}
          onChange={(event) => set('storageGb', event.currentTarget.value)}
        >
          <option value="">Unknown</option>
          {(stored && !sizes.some((size) => size === stored) ? [...sizes, stored] : sizes).map(
            (size) => (
              <option key={size} value={size}>
                {storageText(size)}
              </option>
            ),
          )}
        </SelectField>
        <SelectField
          label="Memory (RAM)"
          value={values.ramGb}
          error={errorOf('ramGb')}
          onChange={(event) => set('ramGb', event.currentTarget.value)}
        >
          <option value="">Unknown</option>
          {ramSizes.map((size) => (
            <option key={size} value={size}>
              {storageText(size)}
            </option>
          ))}
        </SelectField>
      </div>
    </SectionFormFrame>
  );
}

export const modelSection: ListingSection = {
  id: 'model',
  title: 'Model and storage',
  summary: ({ listing: { details }, model }) =>
    [model?.name, details.storageGb && storageText(details.storageGb), details.colour]
      .filter(Boolean)
      .join(', '),
  covers: ['Model', 'Storage', 'Colour'],
  Section: ModelSection,
};
