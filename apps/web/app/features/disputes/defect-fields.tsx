import {
  type CitedDefect,
  defectKindNames,
  defectKinds,
  defectPartNames,
  defectParts,
  describeMark,
  disputeLimits,
  isDeclared,
  isPossibleMark,
  type OrderedListing,
} from '@redial/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';

/** The defects that the listing does not mention: what it mentions cannot be chosen. */
export function DefectFields({
  listing,
  defects,
  onChange,
}: {
  listing: OrderedListing;
  defects: readonly CitedDefect[];
  onChange: (defects: readonly CitedDefect[]) => void;
}) {
  const [part, setPart] = useState<CitedDefect['part']>('screen');
  const [chosen, setKind] = useState<CitedDefect['kind']>('scratch');
  const kinds = defectKinds.filter(
    (kind) => isPossibleMark({ part, kind }) && !isDeclared({ part, kind }, listing),
  );
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  const declared = (listing.defects ?? []).map(describeMark);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">
        Which defects does the listing not mention?
      </legend>
      {declared.length > 0 && (
        <p className="mb-3 text-ink-soft text-sm">
          It mentions: {[...new Set(declared)].join('; ')}. You bought the phone with these.
        </p>
      )}
      <div className="grid grid-cols-2 gap-x-3">
        <SelectField
          label="Part"
          value={part}
          onChange={(event) => setPart(event.currentTarget.value as CitedDefect['part'])}
        >
          {defectParts.map((value) => (
            <option key={value} value={value}>
              {capitalize(defectPartNames[value])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Defect"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as CitedDefect['kind'])}
        >
          {kinds.map((value) => (
            <option key={value} value={value}>
              {defectKindNames[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant="outline"
        size="small"
        disabled={!kind || defects.length >= disputeLimits.maxDefects}
        onClick={() =>
          !kind ||
          defects.some((cited) => cited.part === part && cited.kind === kind) ||
          onChange([...defects, { part, kind }])
        }
      >
        Add this defect
      </Button>
      <ul className="mt-3 flex flex-wrap gap-2">
        {defects.map((cited) => (
          <li key={`${cited.part} ${cited.kind}`}>
            <Button
              variant="tonal"
              size="small"
              aria-label={`Remove: ${describeMark(cited)}`}
              onClick={() => onChange(defects.filter((other) => other !== cited))}
            >
              {describeMark(cited)} ×
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
