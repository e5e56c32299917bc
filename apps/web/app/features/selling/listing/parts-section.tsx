import { type ListingDetails, partOrigins, repairableParts } from '@redial/contract';
import { SelectField } from '../../../ui/field.tsx';
import { partOriginTexts, partTexts } from './detail-texts.ts';
import { useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

function PartsSection({ data: { listing } }: SectionProps) {
  const form = useDetailsForm<{ parts: ListingDetails['parts'] }>(
    listing,
    'parts',
    { parts: listing.details.parts },
    (values) => values,
  );
  const { parts } = form.values;
  const setPart = (part: (typeof repairableParts)[number], text: string) => {
    const { [part]: _, ...others } = parts;
    const origin = partOrigins.find((each) => each === text);
    form.set('parts', origin ? { ...others, [part]: origin } : others);
  };
  return (
    <SectionFormFrame form={form} fields={[]}>
      <p className="mb-4 text-ink-soft text-sm">
        A replaced part does not lower the grade, and the estimate of the price does not count it.
        Buyers see it.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        {repairableParts.map((part) => (
          <SelectField
            key={part}
            label={partTexts[part]}
            value={parts[part] ?? ''}
            onChange={(event) => setPart(part, event.currentTarget.value)}
          >
            <option value="">Unknown</option>
            {partOrigins.map((origin) => (
              <option key={origin} value={origin}>
                {partOriginTexts[origin]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </SectionFormFrame>
  );
}

export const partsSection: ListingSection = {
  id: 'parts',
  title: 'Replaced parts',
  summary: ({ listing: { details } }) => {
    const stated = Object.values(details.parts);
    if (stated.length === 0) return '';
    const replaced = stated.filter((origin) => origin !== 'original').length;
    return replaced === 0 ? 'All stated parts are original' : `${replaced} replaced`;
  },
  covers: ['Replaced parts'],
  Section: PartsSection,
};
