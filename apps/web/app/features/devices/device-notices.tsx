import type { DevicePassport } from '@redial/contract';
import { TriangleAlert } from 'lucide-react';
import { calendarDay } from '../../ui/calendar-day.ts';
import { cx } from '../../ui/cx.ts';

/** Whether it is reported, and what contradicts itself. */
export function DeviceNotices({
  device,
}: {
  device: Pick<DevicePassport, 'reported' | 'warnings'>;
}) {
  const { reported, warnings } = device;
  if (!reported && warnings.length === 0) return null;
  return (
    <ul className="mb-8 grid gap-2.5">
      {reported && (
        <li className={cx(notice, 'bg-bad-wash text-bad')}>
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="font-semibold">
            Reported as {reported.as} by its last known owner on {calendarDay(reported.at)}.
          </span>
        </li>
      )}
      {warnings.map(({ text }) => (
        <li key={text} className={cx(notice, 'bg-sunken')}>
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

const notice = 'flex items-start gap-3 rounded-md px-4 py-3 text-sm';
