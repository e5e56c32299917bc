import type { DevicePassport } from '@redial/contract';
import { ArrowLeftRight, ClipboardList, RotateCcw, Smartphone, Tag } from 'lucide-react';
import { href, Link } from 'react-router';
import { calendarDay } from '../../ui/calendar-day.ts';
import { cx } from '../../ui/cx.ts';
import { DeviceNotices } from './device-notices.tsx';
import { type PassportEvent, passportEvents } from './passport-events.ts';

const icons = {
  listed: Tag,
  sold: ArrowLeftRight,
  returned: RotateCcw,
  stated: ClipboardList,
  tested: Smartphone,
} as const;

/** The history of a device: what is known, warnings, owners, and every step in the order of time. */
export function PassportView({ device }: { device: DevicePassport }) {
  const sold = device.listings.filter(({ state }) => state === 'sold').length;
  const [first] = device.owners;
  return (
    <>
      <DeviceNotices device={device} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-x-6 gap-y-6 border-line border-y py-6 sm:grid-cols-4">
        <Figure name="Owners here" value={String(namesOf(device).length)} />
        <Figure name="Sold here" value={soldText(sold)} />
        <Figure name="Known since" value={first ? calendarDay(first.from) : ''} />
        <Figure
          name="IMEI"
          value={device.numbers.join(', ')}
          note="The rest stays with its owner."
        />
      </dl>
      <BatteryChart device={device} />
      <section aria-labelledby="history" className="mt-12">
        <h2 id="history" className="mb-6 text-2xl">
          History
        </h2>
        <ol className="border-line border-l-2">
          {passportEvents(device).map((event) => (
            <TimelineItem key={event.key} event={event} />
          ))}
        </ol>
      </section>
      <p className="mt-10 max-w-prose text-ink-soft text-sm">
        This is what happened on Redial, nothing else. What sellers stated is theirs; self-tests
        were made by the phone in the hands of seller or buyer; owners are pseudonyms. It says
        nothing about blacklists of network operators.
      </p>
    </>
  );
}

const soldText = (sold: number) =>
  sold === 0 ? 'Not yet' : sold === 1 ? 'Once' : `${sold}\u00a0times`;

const namesOf = ({ owners }: DevicePassport) => [...new Set(owners.map(({ name }) => name))];

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-sm">{name}</dt>
      <dd className="figures mt-1">
        <span className="wrap-anywhere block font-bold font-display text-lg">{value}</span>
        {note && <span className="block text-ink-soft text-xs">{note}</span>}
      </dd>
    </div>
  );
}

function TimelineItem({ event }: { event: PassportEvent }) {
  const { at, kind, title, details, productId } = event;
  const Icon = icons[kind];
  const isStep = kind !== 'stated' && kind !== 'tested';
  return (
    <li className="relative pb-7 pl-8 last:pb-0">
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-0 -left-[1.0625rem] grid size-8 place-items-center rounded-full border-4 border-paper',
          isStep ? 'bg-accent-wash text-accent' : 'bg-sunken text-ink-soft',
        )}
      >
        <Icon className="size-3.5" />
      </span>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className={isStep ? 'font-semibold' : 'text-ink-soft'}>{title}</span>
        <time dateTime={at} className="text-ink-faint text-sm">
          {calendarDay(at)}
        </time>
      </p>
      {details.length > 0 && <p className="mt-0.5 text-ink-soft text-sm">{details.join(' · ')}</p>}
      {productId && (
        <Link
          to={href('/products/:id', { id: productId })}
          className="inline-flex min-h-6 items-center rounded-sm text-accent text-sm underline-offset-4 hover:underline"
        >
          The listing
        </Link>
      )}
    </li>
  );
}

const chart = { width: 640, height: 160, left: 64, right: 12, top: 16, bottom: 28 } as const;

/** The stated battery health over time, with its numbers as a table; nothing for fewer than two. */
function BatteryChart({ device }: { device: DevicePassport }) {
  const readings = device.readings.flatMap(({ at, batteryHealthPct: pct, replacedParts }) =>
    pct === null ? [] : [{ at, pct, isReplaced: replacedParts.includes('battery') }],
  );
  const [first] = readings;
  const last = readings.at(-1);
  if (!first || !last || readings.length < 2) return null;
  const from = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) - from);
  const lowest = Math.min(70, ...readings.map(({ pct }) => pct));
  const x = (at: string) =>
    chart.left + ((Date.parse(at) - from) / span) * (chart.width - chart.left - chart.right);
  const y = (pct: number) =>
    chart.top + ((100 - pct) / (100 - lowest)) * (chart.height - chart.top - chart.bottom);
  const points = readings.map(({ at, pct }) => `${x(at).toFixed(1)},${y(pct).toFixed(1)}`);
  return (
    <section aria-labelledby="battery" className="mt-12">
      <h2 id="battery" className="mb-4 text-2xl">
        Battery health
      </h2>
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        role="img"
        aria-label={`From ${first.pct}% to ${last.pct}%; the table below has each value`}
        className="w-full max-w-3xl"
      >
        {[100, 80].map((pct) => (
          <g key={pct}>
            <line
              x1={chart.left}
              x2={chart.width - chart.right}
              y1={y(pct)}
              y2={y(pct)}
              className="stroke-line"
            />
            <text x="0" y={y(pct) + 4} className="fill-ink-faint text-xl sm:text-xs">
              {pct}%
            </text>
          </g>
        ))}
        <polyline
          points={points.join(' ')}
          fill="none"
          strokeWidth="2.5"
          className="stroke-accent"
        />
        {readings.map(({ at, pct }) => (
          <circle key={`${at} ${pct}`} cx={x(at)} cy={y(pct)} r="4.5" className="fill-accent" />
        ))}
      </svg>
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-6 items-center rounded-sm text-accent">
          As a table
        </summary>
        <table className="figures mt-3 text-left">
          <caption className="sr-only">Battery health</caption>
          <thead className="text-ink-faint">
            <tr>
              <th scope="col" className="pr-8 font-normal">
                Stated on
              </th>
              <th scope="col" className="pr-8 font-normal">
                Health
              </th>
              <th scope="col" className="font-normal">
                Battery
              </th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ at, pct, isReplaced }) => (
              <tr key={`${at} ${pct}`}>
                <td className="pr-8">{calendarDay(at)}</td>
                <td className="pr-8">{pct}%</td>
                <td>{isReplaced ? 'replaced' : 'not stated as replaced'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
