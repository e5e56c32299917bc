import {
  type FunctionalTest,
  functionalTests,
  type ListingDetails,
  testedName,
} from '@redial/contract';
import { Button } from '../../../ui/button.tsx';
import { useDetailsForm } from './details-form.ts';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';

const results = [
  { value: 'pass', label: 'Works' },
  { value: 'fail', label: 'Fails' },
  { value: '', label: 'Not tested' },
] as const;

function TestsSection({ data: { listing } }: SectionProps) {
  const form = useDetailsForm<{ tests: ListingDetails['tests'] }>(
    listing,
    'tests',
    { tests: listing.details.tests },
    (values) => values,
  );
  const { tests } = form.values;
  const setResult = (test: FunctionalTest, result: (typeof results)[number]['value']) => {
    const { [test]: _, ...others } = tests;
    form.set('tests', result ? { ...others, [test]: result } : others);
  };
  const passRest = () =>
    form.set('tests', {
      ...Object.fromEntries(functionalTests.map((test) => [test, 'pass'])),
      ...tests,
    });
  return (
    <SectionFormFrame form={form} fields={[]}>
      <p className="mb-3 text-ink-soft text-sm">
        Try each on the phone. What you did not test is shown as not tested.
      </p>
      <Button variant="outline" size="small" className="mb-4" onClick={passRest}>
        The rest works
      </Button>
      <div className="mb-6 grid max-w-2xl">
        {functionalTests.map((test) => (
          <fieldset
            key={test}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b py-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <legend className="float-left font-semibold text-sm sm:contents">
              {labelOf(test)}
            </legend>
            <div className="flex gap-1 rounded-full bg-sunken p-1 max-[18rem]:flex-col max-[18rem]:rounded-xl">
              {results.map(({ value, label }) => (
                <label
                  key={value}
                  className="flex min-h-8 flex-1 cursor-pointer items-center justify-center whitespace-nowrap rounded-full px-3 text-ink-soft text-xs has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
                >
                  <input
                    type="radio"
                    name={`test-${test}`}
                    value={value}
                    checked={(tests[test] ?? '') === value}
                    onChange={() => setResult(test, value)}
                    className="sr-only"
                  />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </SectionFormFrame>
  );
}

/** What is tested, as a label: `Front camera`. */
const labelOf = (test: FunctionalTest): string => {
  const name = testedName(test);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

export const testsSection: ListingSection = {
  id: 'tests',
  title: 'What works',
  summary: ({ listing: { details } }) => {
    const stated = Object.values(details.tests);
    if (stated.length === 0) return '';
    const failed = stated.filter((result) => result === 'fail').length;
    return `${stated.length} of ${functionalTests.length} tested, ${failed === 0 ? 'all work' : `${failed} fail`}`;
  },
  covers: ['Function tests'],
  Section: TestsSection,
};
