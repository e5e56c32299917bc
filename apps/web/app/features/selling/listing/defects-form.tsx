import {
  type Defect,
  type DefectSide,
  defectSides,
  describeDefect,
  maxDefects,
  type Result,
  setDefects,
  validateDefects,
} from '@redial/contract';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DefectMap, DefectText, PinNumber } from '../../../ui/defect-map/defect-map.tsx';
import { drawingSize } from '../../../ui/defect-map/outlines.tsx';
import { sideNames } from '../../../ui/defect-map/position-text.ts';
import { SideDrawing } from '../../../ui/defect-map/side-drawing.tsx';
import { DefectFields } from './defect-fields.tsx';
import type { SectionProps } from './listing-section.ts';
import { SectionFormFrame } from './section-form.tsx';
import { useSectionForm } from './use-section-form.ts';

/** The marks and defects of a phone, with their places on drawings of it. */
export function DefectsForm({ data: { listing } }: SectionProps) {
  const { _id: id, defects: declared } = listing;
  const shape = listing.formFactor ?? 'slab';
  const form = useSectionForm<{ defects: readonly Defect[] | null }>(
    `listing-${id}-defects`,
    { defects: declared },
    ({ defects }) => saveDefects(id, defects ?? []),
  );
  const defects = form.values.defects ?? [];
  const [side, setSide] = useState<DefectSide>('front');
  const [selected, setSelected] = useState<number>();
  /** The mark that was just added: its fields may be below the edge of a small screen. */
  const added = useRef<number>(undefined);
  const show = (index: number, element: HTMLElement | null) => {
    if (!element || added.current !== index) return;
    added.current = undefined;
    element.scrollIntoView({ block: 'nearest' });
  };
  const current = selected === undefined ? undefined : defects[selected];
  const replace = (next: readonly Defect[]) => form.set('defects', next);
  const add = (x: number, y: number) => {
    if (defects.length >= maxDefects) {
      form.setError({ message: `A listing declares at most ${maxDefects} defects` });
      return;
    }
    replace([...defects, { ...newDefect(side), side, x, y }]);
    setSelected(defects.length);
    added.current = defects.length;
  };
  const change = (index: number, defect: Defect) =>
    replace(defects.map((each, at) => (at === index ? defect : each)));
  const remove = (index: number) => {
    replace(defects.filter((_, at) => at !== index));
    setSelected(undefined);
  };
  /** A click moves the mark that is being edited, or adds one. */
  const place = (x: number, y: number) => {
    if (current && selected !== undefined && current.side === side)
      change(selected, { ...current, x, y });
    else add(x, y);
  };
  const pins = defects.map((defect, index) => ({ ...defect, number: index + 1 }));
  const { width, height } = drawingSize(shape, side);
  const fields = defects.flatMap((_, index) =>
    index === selected
      ? ['kind', 'part', 'sizeMm', 'note', 'photo'].map((name) => `defects.${index}.${name}`)
      : [],
  );
  return (
    <>
      <SectionFormFrame
        form={form}
        isSavable={form.isChanged || declared === null}
        fields={fields}
        label={defects.length === 0 ? 'Save: it has no marks' : 'Save the marks'}
      >
        <p className="mb-4 text-ink-soft text-sm">
          Choose a side and tap where the mark is, or use the button. Honest marks prevent returns.
        </p>
        <div className="mb-5 grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[15rem_minmax(0,1fr)]">
          <div>
            <fieldset className="mb-4">
              <legend className="sr-only">Side of the phone</legend>
              <div className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1">
                {defectSides.map((each) => (
                  <label
                    key={each}
                    className="flex min-h-9 cursor-pointer items-center justify-center rounded-md px-1 text-center text-ink-soft text-xs has-checked:bg-raised has-checked:font-semibold has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-accent"
                  >
                    <input
                      type="radio"
                      name="defect-side"
                      value={each}
                      checked={side === each}
                      onChange={() => {
                        setSide(each);
                        setSelected(undefined);
                      }}
                      className="sr-only"
                    />
                    {sideNames[each]}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="rounded-lg bg-sunken px-6 py-5">
              <SideDrawing
                form={shape}
                side={side}
                pins={pins}
                active={selected === undefined ? undefined : selected + 1}
                onPlace={place}
                className={cx('mx-auto w-full', height > width && 'max-w-44')}
              />
            </div>
            <Button variant="outline" className="mt-4 w-full" onClick={() => add(0.5, 0.5)}>
              <Plus className="size-4" aria-hidden="true" />
              Add a mark
            </Button>
          </div>
          <div className="min-w-0">
            {defects.length === 0 ? (
              <p className="rounded-lg border border-line border-dashed px-5 py-8 text-center text-ink-soft text-sm">
                {declared === null
                  ? 'Nothing is stated yet. If the phone has no marks, say so with the button below.'
                  : 'No marks. Buyers see that you say so.'}
              </p>
            ) : (
              <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {pins.map((pin, index) => (
                  <li key={pin.number} className="rounded-lg border border-line p-3 text-sm">
                    <div
                      ref={(element) => show(index, element)}
                      className="flex scroll-mb-40 items-start gap-3"
                    >
                      <PinNumber number={pin.number} />
                      <DefectText defect={pin} />
                    </div>
                    <div className="mt-2 flex flex-wrap gap-1">
                      <Button
                        variant="quiet"
                        size="small"
                        aria-expanded={index === selected}
                        aria-label={
                          index === selected
                            ? `Done with mark ${pin.number}`
                            : `Edit mark ${pin.number}: ${describeDefect(pin)}`
                        }
                        onClick={() => {
                          setSide(pin.side);
                          setSelected(index === selected ? undefined : index);
                        }}
                      >
                        {index === selected ? 'Done' : 'Edit'}
                      </Button>
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={`Remove mark ${pin.number}`}
                        onClick={() => remove(index)}
                      >
                        Remove
                      </Button>
                    </div>
                    {index === selected && (
                      <div className="mt-3 border-line border-t pt-4">
                        <DefectFields
                          defect={defects[index] ?? pin}
                          errorOf={(field) => form.errorOf(`defects.${index}.${field}`)}
                          onChange={(defect) => change(index, defect)}
                        />
                      </div>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </div>
        </div>
      </SectionFormFrame>
      {declared !== null && (
        <details className="mt-6 border-line border-t pt-4">
          <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent text-sm">
            How buyers see it
          </summary>
          <div className="mt-4">
            <DefectMap form={listing.formFactor} defects={declared} />
          </div>
        </details>
      )}
    </>
  );
}

/** A mark on a side, as it is most often. */
const newDefect = (side: DefectSide): Pick<Defect, 'part' | 'kind' | 'visibleFrom'> => ({
  part: side === 'front' ? 'screen' : side === 'back' ? 'back' : 'frame',
  kind: 'hairline',
  visibleFrom: 'closer-than-20cm',
});

async function saveDefects(id: string, defects: readonly Defect[]): Promise<Result<unknown>> {
  const invalid = validateDefects(defects);
  if (invalid) return { ok: false, error: { status: 422, code: 'validation.failed', ...invalid } };
  return call(setDefects, { params: { id }, body: { defects: [...defects] } });
}
