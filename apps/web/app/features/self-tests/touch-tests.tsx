import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { Found } from './measure.ts';

export interface TestProps {
  onFound: (found: Found) => void;
}

const columns = 6;
const rows = 10;

/** A grid of fields over the whole screen, which fill where a finger is felt. */
export function TouchTest({ onFound }: TestProps) {
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const grid = useRef<HTMLDivElement>(null);
  const mark = (event: PointerEvent) => {
    const box = grid.current?.getBoundingClientRect();
    if (!box) return;
    // The browser reports several positions of a fast finger at once.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const felt = [event, ...moves].flatMap(({ clientX, clientY }) => {
      const x = Math.floor(((clientX - box.left) / box.width) * columns);
      const y = Math.floor(((clientY - box.top) / box.height) * rows);
      return x >= 0 && x < columns && y >= 0 && y < rows ? [y * columns + x] : [];
    });
    if (felt.some((field) => !touched.has(field))) setTouched((all) => new Set([...all, ...felt]));
  };
  const total = columns * rows;
  const touchedPct = Math.round((touched.size / total) * 100);
  const isComplete = touched.size === total;
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    if (isComplete) found.current({ outcome: 'passed', values: { touchedPct: 100 } });
  }, [isComplete]);
  return (
    <div className="fixed inset-0 layer-sheet flex flex-col bg-surface">
      <div
        ref={grid}
        data-testid="touch-grid"
        className="grid flex-1 touch-none select-none grid-cols-6 grid-rows-10"
        onPointerDown={mark}
        onPointerMove={mark}
      >
        {Array.from({ length: total }, (_, field) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no identity but their place
            key={field}
            className={cx('border border-line', touched.has(field) && 'bg-accent')}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3 border-line border-t p-3">
        <p role="status" className="figures mr-auto text-sm">
          {touchedPct}% of the fields
        </p>
        <Button variant="quiet" size="small" onClick={() => onFound({ outcome: 'skipped' })}>
          Skip
        </Button>
        <Button
          variant="outline"
          size="small"
          onClick={() => onFound({ outcome: 'failed', values: { touchedPct } })}
        >
          Some fields do not fill
        </Button>
      </div>
    </div>
  );
}

/** Fingers that a phone should feel at once. */
const enoughFingers = 2;

/** Counts the fingers on an area. */
export function MultiTouchTest({ onFound }: TestProps) {
  const down = useRef(new Set<number>());
  const [fingers, setFingers] = useState(0);
  const [most, setMost] = useState(0);
  const update = () => {
    setFingers(down.current.size);
    setMost((before) => Math.max(before, down.current.size));
  };
  const release = ({ pointerId }: PointerEvent) => {
    down.current.delete(pointerId);
    update();
  };
  return (
    <div className="grid gap-4">
      <div
        data-testid="finger-area"
        className="grid h-64 touch-none select-none place-items-center rounded-lg border border-line-strong border-dashed bg-sunken text-center"
        onPointerDown={({ pointerId }) => {
          down.current.add(pointerId);
          update();
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={release}
      >
        <p role="status">
          <span className="figures block font-bold text-4xl">{fingers}</span>
          at once; at most {most}
        </p>
      </div>
      <Button
        disabled={most === 0}
        onClick={() =>
          onFound({
            outcome: most >= enoughFingers ? 'passed' : 'failed',
            values: { fingers: Math.min(most, 20) },
          })
        }
      >
        Done
      </Button>
    </div>
  );
}

const colours = [
  { name: 'white', className: 'bg-[#fff] text-[#000]' },
  { name: 'black', className: 'bg-[#000] text-[#fff]' },
  { name: 'red', className: 'bg-[#f00] text-[#000]' },
  { name: 'green', className: 'bg-[#0f0] text-[#000]' },
  { name: 'blue', className: 'bg-[#00f] text-[#fff]' },
] as const;

/** One colour after the other on the whole screen; the next one by touch or key. */
export function ColourTest({ onFound }: TestProps) {
  const [index, setIndex] = useState(0);
  const colour = colours[index];
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  if (!colour) {
    return (
      <div className="grid gap-3">
        <p>Was each colour even, without dots, lines, stains or shadows?</p>
        <Button onClick={() => onFound({ outcome: 'passed' })}>Yes, all were even</Button>
        <Button variant="outline" onClick={() => onFound({ outcome: 'failed' })}>
          No, I saw something
        </Button>
      </div>
    );
  }
  return (
    <button
      ref={next}
      type="button"
      className={cx('fixed inset-0 layer-sheet grid place-items-end p-4 text-sm', colour.className)}
      onClick={() => setIndex(index + 1)}
    >
      <span>
        The screen is {colour.name}. Touch it for the next colour, {index + 1} of {colours.length}.
      </span>
    </button>
  );
}
