import {
  type Defect,
  defectDistances,
  defectDistanceTexts,
  defectKindNames,
  defectKinds,
  defectPartNames,
  defectParts,
} from '@redial/contract';
import { useId } from 'react';
import { Choice } from '../../../ui/choice.tsx';
import { positionText } from '../../../ui/defect-map/position-text.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { CloseUpField } from './close-up-field.tsx';

/** Kinds that only a screen has. */
const screenKinds: readonly Defect['kind'][] = ['dead-pixel', 'burn-in'];

/** The fields of one mark. */
export function DefectFields({
  defect,
  errorOf,
  onChange,
}: {
  defect: Defect;
  errorOf: (field: string) => string | undefined;
  onChange: (defect: Defect) => void;
}) {
  const { part, kind, visibleFrom, visibleWhenOn, sizeMm, note, photo, x, y } = defect;
  const setPart = (value: string) => {
    const next = defectParts.find((each) => each === value) ?? part;
    const { visibleWhenOn: _, ...rest } = defect;
    // Only a mark on the screen shows, or not, when it is on.
    onChange(next === 'screen' ? { ...defect, part: next } : { ...rest, part: next });
  };
  const setKind = (value: string) => {
    const next = defectKinds.find((each) => each === value) ?? kind;
    onChange(
      screenKinds.includes(next)
        ? { ...defect, kind: next, part: 'screen' }
        : { ...defect, kind: next },
    );
  };
  const setSize = (text: string) => {
    const { sizeMm: _, ...rest } = defect;
    onChange(text.trim() === '' ? rest : { ...rest, sizeMm: Number(text) });
  };
  const setNote = (text: string) => {
    const { note: _, ...rest } = defect;
    onChange(text === '' ? rest : { ...rest, note: text });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 sm:grid-cols-2">
      <SelectField
        label="What it is"
        value={kind}
        error={errorOf('kind')}
        onChange={(event) => setKind(event.currentTarget.value)}
      >
        {defectKinds.map((each) => (
          <option key={each} value={each}>
            {defectKindNames[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="On which part"
        value={part}
        error={errorOf('part')}
        onChange={(event) => setPart(event.currentTarget.value)}
      >
        {defectParts.map((each) => (
          <option key={each} value={each}>
            {capitalize(defectPartNames[each])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="From how far it is seen"
        hint={'The farthest distance; arm’s length is about 50\u00a0cm'}
        value={visibleFrom}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...defect,
            visibleFrom: defectDistances.find((each) => each === value) ?? visibleFrom,
          })
        }
      >
        {defectDistances.map((each) => (
          <option key={each} value={each}>
            {capitalize(defectDistanceTexts[each].replace(/^seen (only from )?/, ''))}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Size in millimetres"
        hint="Leave it empty if you do not know"
        inputMode="decimal"
        autoComplete="off"
        value={sizeMm === undefined || Number.isNaN(sizeMm) ? '' : String(sizeMm)}
        type="number"
        min={0}
        max={200}
        step="any"
        error={errorOf('sizeMm')}
        onChange={(event) => setSize(event.currentTarget.value)}
      />
      {part === 'screen' && (
        <div className="mb-5 px-2 sm:col-span-2">
          <Choice
            type="checkbox"
            label="It shows when the screen is on"
            checked={visibleWhenOn ?? false}
            onChange={(event) =>
              onChange({ ...defect, visibleWhenOn: event.currentTarget.checked })
            }
          />
        </div>
      )}
      <PositionSlider
        label="From the left"
        value={x}
        where={positionText(defect)}
        onChange={(value) => onChange({ ...defect, x: value })}
      />
      <PositionSlider
        label="From the top"
        value={y}
        where={positionText(defect)}
        onChange={(value) => onChange({ ...defect, y: value })}
      />
      <TextField
        label="Note"
        autoComplete="off"
        maxLength={200}
        value={note ?? ''}
        className="sm:col-span-2"
        error={errorOf('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <CloseUpField
        photo={photo}
        error={errorOf('photo')}
        onChange={(url) => {
          const { photo: _, ...rest } = defect;
          onChange(url === undefined ? rest : { ...rest, photo: url });
        }}
      />
    </div>
  );
}

/** A position on the drawing, for those who do not point at it. */
function PositionSlider({
  label,
  value,
  where,
  onChange,
}: {
  label: string;
  value: number;
  /** The position in words. */
  where: string;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const percent = Math.round(value * 100);
  return (
    <div className="mb-5">
      <label htmlFor={id} className="mb-1.5 flex justify-between font-semibold text-sm">
        {label}
        <span className="figures font-normal text-ink-soft">{percent}%</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent: ${where}`}
        onChange={(event) => onChange(Number(event.currentTarget.value) / 100)}
        className="h-8 w-full accent-accent"
      />
    </div>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
