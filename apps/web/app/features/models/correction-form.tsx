import { type ModelCorrection, type PhoneModel, updateAnnouncements } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { readInches, readLaunchPrice } from './read-facts.ts';

interface Values {
  readonly aliases: string;
  readonly releasedOn: string;
  readonly screenInches: string;
  readonly launchPrice: string;
  readonly status: PhoneModel['updates']['status'];
  readonly until: string;
  readonly source: string;
  readonly asOf: string;
}

const statusNames: Record<Values['status'], string> = {
  dated: 'End on a known day',
  supported: 'Go on, no end announced',
  unknown: 'Unknown',
};

const isReleaseDate = (text: string): boolean =>
  /^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** The facts of a model that an admin can correct. */
export function CorrectionForm({
  model,
  onSubmit,
}: {
  model: PhoneModel;
  onSubmit: (correction: ModelCorrection) => Promise<void>;
}) {
  const { register, handleSubmit, watch, formState } = useForm<Values>({
    defaultValues: {
      aliases: model.aliases.join(', '),
      releasedOn: model.releasedOn,
      screenInches: model.screenInches?.toString() ?? '',
      launchPrice: model.launchPrice?.toString() ?? '',
      status: model.updates.status,
      until: model.updates.until ?? '',
      source: model.updates.source ?? '',
      asOf: model.updates.asOf ?? '',
    },
  });
  const { errors, isSubmitting } = formState;
  const isDated = watch('status') === 'dated';
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => onSubmit(toCorrection(values)))}
      className="grid max-w-2xl gap-x-5 sm:grid-cols-2"
    >
      <TextField
        label="Other names"
        hint="Names that listings use, separated by commas"
        className="sm:col-span-2"
        error={errors.aliases?.message}
        {...register('aliases', {
          validate: (text) => {
            const names = splitNames(text);
            return (
              (names.length <= 20 && names.every(({ length }) => length <= 60)) ||
              'At most 20 names of at most 60 letters'
            );
          },
        })}
      />
      <TextField
        label="First day of sale"
        hint="A day, 2024-09-20, or a month, 2024-09"
        error={errors.releasedOn?.message}
        {...register('releasedOn', {
          validate: (text) => isReleaseDate(text.trim()) || 'Enter a day or a month',
        })}
      />
      <TextField
        label="Screen in inches"
        hint="Empty if it is not known"
        inputMode="decimal"
        error={errors.screenInches?.message}
        {...register('screenInches', {
          validate: (text) => readInches(text).error ?? true,
        })}
      />
      <TextField
        label="Price when new, in dollars"
        hint="With the smallest storage; empty if it is not known"
        inputMode="decimal"
        error={errors.launchPrice?.message}
        {...register('launchPrice', {
          validate: (text) => readLaunchPrice(text).error ?? true,
        })}
      />
      <SelectField label="Security updates" {...register('status')}>
        {updateAnnouncements.map((status) => (
          <option key={status} value={status}>
            {statusNames[status]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Last day of updates"
        type="date"
        disabled={!isDated}
        error={isDated ? errors.until?.message : undefined}
        {...register('until', {
          validate: (text, { status }) =>
            status !== 'dated' || !Number.isNaN(Date.parse(text)) || 'Choose the day',
        })}
      />
      <TextField
        label="State of the information"
        hint="Year, month or day: 2026-08"
        error={errors.asOf?.message}
        {...register('asOf', {
          validate: (text) =>
            /^(20\d\d(-\d\d){0,2})?$/.test(text.trim()) || 'Enter a year, a month or a day',
        })}
      />
      <TextField
        label="Source"
        className="sm:col-span-2"
        error={errors.source?.message}
        {...register('source', { maxLength: { value: 300, message: 'At most 300 letters' } })}
      />
      <div>
        <Button type="submit" variant="accent" pending={isSubmitting} pendingLabel="Saving">
          Save
        </Button>
      </div>
    </form>
  );
}

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** An emptied field makes the fact unknown; the updates are replaced as a whole. */
function toCorrection(values: Values): ModelCorrection {
  const [source, asOf] = [values.source.trim(), values.asOf.trim()];
  return {
    aliases: splitNames(values.aliases),
    releasedOn: values.releasedOn.trim(),
    screenInches: readInches(values.screenInches).value ?? null,
    launchPrice: readLaunchPrice(values.launchPrice).value ?? null,
    updates: {
      status: values.status,
      ...(values.status === 'dated' ? { until: values.until } : {}),
      ...(source ? { source } : {}),
      ...(asOf ? { asOf } : {}),
    },
  };
}
