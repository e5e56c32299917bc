import type { Defect, DefectSide, FormFactor } from '@redial/contract';
import type { MouseEvent } from 'react';
import { cx } from '../cx.ts';
import { drawingSize, Outline } from './outlines.tsx';

/** A pin: a defect with its number in the list. */
export interface Pin extends Pick<Defect, 'side' | 'x' | 'y'> {
  readonly number: number;
}

/**
 * A side of a phone with its pins. It has no role: a list beside it has the same, in words.
 *
 * @param active number of the pin that is highlighted
 * @param onPlace called with the position of a click, from 0 to 1 each way
 */
export function SideDrawing({
  form,
  side,
  pins,
  active,
  onPlace,
  className,
}: {
  form: FormFactor;
  side: DefectSide;
  pins: readonly Pin[];
  active?: number | undefined;
  onPlace?: (x: number, y: number) => void;
  className?: string;
}) {
  const { width, height } = drawingSize(form, side);
  const radius = Math.min(17, width / 12);
  const place = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const inside = (value: number) => Math.min(1, Math.max(0, value));
    onPlace?.(
      Math.round(inside((clientX - box.left) / box.width) * 1000) / 1000,
      Math.round(inside((clientY - box.top) / box.height) * 1000) / 1000,
    );
  };
  const here = pins.filter((pin) => pin.side === side);
  // The highlighted pin is drawn last, above its neighbours.
  const ordered = [...here].sort(
    (a, b) => Number(a.number === active) - Number(b.number === active),
  );
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onClick={onPlace && place}
      className={cx('block overflow-visible', onPlace && 'cursor-crosshair', className)}
    >
      <Outline form={form} side={side} />
      {ordered.map(({ number, x, y }) => (
        <g key={number} transform={`translate(${x * width} ${y * height})`}>
          {number === active && (
            <circle r={radius * 1.55} className="fill-accent-wash stroke-accent" strokeWidth="2" />
          )}
          <circle r={radius} className="fill-accent stroke-surface" strokeWidth="2" />
          <text
            textAnchor="middle"
            dy="0.36em"
            fontSize={radius * 1.15}
            className="fill-on-accent font-bold font-sans"
          >
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}
