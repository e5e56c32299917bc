import type { Figure } from '@redial/contract';
import { useId, useState } from 'react';
import { gridStep } from '../../ui/grid-step.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { dayAt, figureLabels, formatFigure, shortDay } from './figure-texts.ts';

const [width, height] = [420, 150];
const margin = { left: 54, right: 4, top: 10, bottom: 22 };

/** A figure by day: its total, bars drawn as SVG, and a table of the same values. */
export function FigureChart({ figure, from }: { figure: Figure; from: string }) {
  const { name, unit, total } = figure;
  const heading = useId();
  const [isTableOpen, setIsTableOpen] = useState(false);
  return (
    <figure
      aria-labelledby={heading}
      className="rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="font-semibold text-base">
          {figureLabels[name]}
        </h3>
        <span className="figures font-bold font-display text-xl">{formatFigure(unit, total)}</span>
      </figcaption>
      <Bars figure={figure} from={from} />
      <details className="mt-2" onToggle={({ currentTarget: { open } }) => setIsTableOpen(open)}>
        <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent text-sm">
          {figureLabels[name]} as a table
        </summary>
        {isTableOpen && (
          <div className="mt-2">
            <Table
              caption={`${figureLabels[name]} by day`}
              columns={columnsOf(figure)}
              rows={figure.days
                .map((value, position) => ({ _id: dayAt(from, position), value }))
                .toReversed()}
            />
          </div>
        )}
      </details>
    </figure>
  );
}

interface Row {
  readonly _id: string;
  readonly value: number;
}

const columnsOf = ({ name, unit }: Figure): readonly Column<Row>[] => [
  { label: 'Day', kind: 'heading', cell: ({ _id }) => shortDay(_id) },
  { label: figureLabels[name], kind: 'figures', cell: ({ value }) => formatFigure(unit, value) },
];

/** The chart as one image. Fees of a day with many refunds are below zero. */
function Bars({ figure: { name, unit, total, days }, from }: { figure: Figure; from: string }) {
  const step = Math.max(unit === 'count' ? 1 : 0, gridStep(Math.max(1, ...days.map(Math.abs))));
  const top = Math.max(1, Math.ceil(Math.max(0, ...days) / step)) * step;
  const bottom = Math.floor(Math.min(0, ...days) / step) * step;
  const plotHeight = height - margin.top - margin.bottom;
  const y = (value: number) => margin.top + ((top - value) / (top - bottom)) * plotHeight;
  const slot = (width - margin.left - margin.right) / days.length;
  const lines = [bottom, ...(bottom < 0 ? [0] : []), top];
  const to = dayAt(from, days.length - 1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${figureLabels[name]} by day, ${shortDay(from)} to ${shortDay(to)}: ${formatFigure(unit, total)} in all`}
      className="figures h-auto w-full text-ink-faint text-xs"
    >
      {lines.map((value) => (
        <g key={value}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={y(value)}
            y2={y(value)}
            className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={margin.left - 6} y={y(value) + 4} textAnchor="end" fill="currentColor">
            {formatFigure(unit, value)}
          </text>
        </g>
      ))}
      {days.map((value, position) => (
        <rect
          key={dayAt(from, position)}
          x={margin.left + position * slot + slot * 0.1}
          width={slot * 0.8}
          y={Math.min(y(0), y(value))}
          height={Math.abs(y(0) - y(value))}
          className="fill-accent"
        />
      ))}
      <text x={margin.left} y={height - 6} fill="currentColor">
        {shortDay(from)}
      </text>
      <text x={width - margin.right} y={height - 6} textAnchor="end" fill="currentColor">
        {shortDay(to)}
      </text>
    </svg>
  );
}
