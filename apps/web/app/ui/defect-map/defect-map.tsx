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
import { positionText, sideNames } from './position-text.ts';
import { SideDrawing } from './side-drawing.tsx';

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
                  (side === 'top' || side === 'bottom') && 'max-w-40',
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
        <ol className="grid grid-cols-1 gap-1">
          {pins.map((pin) => (
            <li
              key={pin.number}
              onPointerEnter={() => setActive(pin.number)}
              onPointerLeave={() => setActive(undefined)}
              onFocus={() => setActive(pin.number)}
              onBlur={() => setActive(undefined)}
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
      )}
    </div>
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
      <span className="block">{describeDefect(defect)}</span>
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
