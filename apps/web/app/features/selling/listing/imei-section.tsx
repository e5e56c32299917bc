import {
  type ApiError,
  type Result,
  removeListingImei,
  setListingImei,
  validateImei,
} from '@redial/contract';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { ListingSection, SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

function ImeiSection({ data: { listing, imeis } }: SectionProps) {
  const { _id: id } = listing;
  const [first = '', second = ''] = imeis;
  const form = useSectionForm(`listing-${id}-imei`, { first, second }, (values) =>
    saveImeis(id, [values.first, values.second]),
  );
  const { values, set, errorOf } = form;
  return (
    <SectionFormFrame form={form} fields={['first', 'second']}>
      <p className="mb-4 text-ink-soft text-sm">
        Dial *#06# to see it. We check the format, the check digit, and that no other phone on offer
        here has it. Only you see the whole number; buyers see its first eight digits.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
        <TextField
          label="IMEI"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={values.first}
          error={errorOf('first')}
          onChange={(event) => set('first', event.currentTarget.value)}
        />
        <TextField
          label="Second IMEI"
          hint="Phones for two SIMs have two"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={values.second}
          error={errorOf('second')}
          onChange={(event) => set('second', event.currentTarget.value)}
        />
      </div>
      {imeis.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          className="mb-3"
          onClick={() => form.submit({ first: '', second: '' })}
        >
          Remove the IMEI
        </Button>
      )}
    </SectionFormFrame>
  );
}

/** Saves the numbers that are given; none at all removes them. */
async function saveImeis(id: string, typed: readonly [string, string]): Promise<Result<unknown>> {
  const fields = ['first', 'second'] as const;
  const given = fields.map((field, index) => ({ field, imei: (typed[index] ?? '').trim() }));
  const imeis = given.filter(({ imei }) => imei !== '');
  if (imeis.length === 0) return call(removeListingImei, { params: { id } });
  for (const { field, imei } of imeis) {
    // The server decides whether numbers of test devices are allowed.
    const message = validateImei(imei, { allowTest: true });
    if (message) return refused({ field, message });
  }
  const result = await call(setListingImei, {
    params: { id },
    body: { imeis: imeis.map(({ imei }) => imei) },
  });
  if (result.ok || (result.error.field === undefined && result.error.status !== 409)) return result;
  return refused({ field: imeis[0]?.field ?? 'first', message: result.error.message });
}

const refused = (about: Pick<ApiError, 'message'> & { field: string }): Result<unknown> => ({
  ok: false,
  error: { status: 422, code: 'validation.failed', ...about },
});

export const imeiSection: ListingSection = {
  id: 'imei',
  title: 'IMEI',
  summary: ({ imeis }) =>
    imeis.length === 0 ? '' : imeis.length === 1 ? 'One number given' : 'Two numbers given',
  Section: ImeiSection,
};
