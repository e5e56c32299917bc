import {
  type Defect,
  type DefectSide,
  defectSides,
  describeDefect,
  type FormFactor,
  imageSizes,
} from '@redial/contract';
import { useState } from 'react';
import { cx } from '../cx.ts';
import { joinUnits } from '../product-name.tsx';
import { positionText, sideNames } from './position-text.ts';
import { SideDrawing } from './side-drawing.tsx';

/** Entries of the list that are open at first; of a phone with one more, that is shown, too. */
const openEntries = 6;

/**
 * The declared defects of a phone on drawings of its sides, with a list of the same in words and with
 * the close-ups. The edges are drawn if they have a defect. Works without scripts; with them, the pin of
 * the entry under the pointer or the focus is highlighted.
 *
 * @param defects null if the seller has not said whether there are any
 * @param stacked whether the list is below the drawings at any width
 */
export function DefectMap({
  form,
  defects,
  stacked = false,
}: {
  form: FormFactor | null;
  defects: readonly Defect[] | null;
  stacked?: boolean;
}) {
  const [active, setActive] = useState<number>();
  if (defects === null) {
    return (
      <p className="text-ink-soft text-sm">The seller has not said whether there are marks.</p>
    );
  }
  const pins = defects.map((defect, index) => ({ ...defect, number: index + 1 }));
  const shown = pins.length > openEntries + 1 ? openEntries : pins.length;
  const has = (side: DefectSide) => defects.some((defect) => defect.side === side);
  const shape = form ?? 'slab';
  return (
    <div
      className={cx(
        'grid items-start gap-x-8 gap-y-6',
        !stacked && 'sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]',
      )}
    >
      <div className="grid grid-cols-2 gap-x-5 gap-y-4 rounded-lg bg-sunken p-5">
        {defectSides
          .filter((side) => side === 'front' || side === 'back' || has(side))
          .map((side) => (
            <figure key={side} className={cx(side !== 'front' && side !== 'back' && 'col-span-2')}>
              <SideDrawing
                form={shape}
                side={side}
                pins={pins}
                active={active}
                className={cx(
                  'mx-auto w-full',
                  // As wide as the front, so that the pins are of one size.
                  (side === 'top' || side === 'bottom') && 'max-w-[calc(50%-0.625rem)]',
                )}
              />
              <figcaption className="mt-2 text-center text-ink-soft text-xs">
                {sideNames[side]}
              </figcaption>
            </figure>
          ))}
      </div>
      {defects.length === 0 ? (
        <p className="text-sm">The seller says that it has no marks.</p>
      ) : (
        <div>
          <DefectList pins={pins.slice(0, shown)} active={active} onActive={setActive} />
          {pins.length > shown && (
            <details>
              <summary className="mx-2 inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent text-sm">
                {pins.length - shown} more marks
              </summary>
              <DefectList pins={pins.slice(shown)} active={active} onActive={setActive} />
            </details>
          )}
        </div>
      )}
    </div>
  );
}

type NumberedDefect = Defect & { readonly number: number };

function DefectList({
  pins,
  active,
  onActive,
}: {
  pins: readonly NumberedDefect[];
  active: number | undefined;
  onActive: (number: number | undefined) => void;
}) {
  return (
    <ol start={pins[0]?.number} className="grid grid-cols-1 gap-1">
      {pins.map((pin) => (
        <li
          key={pin.number}
          onPointerEnter={() => onActive(pin.number)}
          onPointerLeave={() => onActive(undefined)}
          onFocus={() => onActive(pin.number)}
          onBlur={() => onActive(undefined)}
          className={cx(
            'flex flex-wrap gap-3 rounded-md px-2 py-2.5 text-sm transition-colors',
            active === pin.number && 'bg-sunken',
          )}
        >
          <span className="flex min-w-[min(10rem,100%)] flex-1 gap-3">
            <PinNumber number={pin.number} />
            <DefectText defect={pin} />
          </span>
          {pin.photo && <CloseUp photo={pin.photo} number={pin.number} />}
        </li>
      ))}
    </ol>
  );
}

/** The number of a defect, as on its pin. */
export function PinNumber({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="figures grid size-6 shrink-0 place-items-center rounded-full bg-accent font-bold text-2xs text-on-accent"
    >
      {number}
    </span>
  );
}

/** What a defect is and where, in words. */
export function DefectText({ defect }: { defect: Defect }) {
  const { sizeMm, note } = defect;
  return (
    <span className="min-w-0 flex-1 break-words">
      <span className="block">{joinUnits(describeDefect(defect))}</span>
      <span className="block text-ink-soft text-xs">
        {positionText(defect)}
        {sizeMm === undefined ? '' : `, ${sizeMm}\u00a0mm`}
      </span>
      {note && (
        <span dir="auto" className="mt-1 block break-words text-ink-soft">
          “{note}”
        </span>
      )}
    </span>
  );
}

/** The close-up of a defect; a link to its largest size. */
function CloseUp({ photo, number }: { photo: string; number: number }) {
  const [smallest] = imageSizes(photo) ?? [];
  return (
    <a
      href={photo}
      target="_blank"
      rel="noreferrer"
      className="block size-16 shrink-0 overflow-hidden rounded-md bg-studio"
    >
      <img
        src={smallest?.webp ?? photo}
        alt={`Close-up of mark ${number} (opens in a new tab)`}
        width={64}
        height={64}
        loading="lazy"
        className="size-full object-cover"
      />
    </a>
  );
}
