import { getUpdateSupport, type UpdatePolicy, updateSupportText } from '@redial/contract';
import { ShieldCheck, ShieldOff, ShieldQuestionMark } from 'lucide-react';
import { cx } from './cx.ts';

const looks = {
  supported: { Icon: ShieldCheck, className: 'text-good' },
  ended: { Icon: ShieldOff, className: 'text-bad' },
  unknown: { Icon: ShieldQuestionMark, className: 'text-ink-faint' },
} as const;

/** What is announced about the updates of a model. */
export interface AnnouncedUpdates {
  readonly status: UpdatePolicy['status'];
  readonly until?: string | undefined;
}

/** Until when a model gets security updates, in one line. */
export function UpdateLine({
  updates,
  now,
  short = false,
}: {
  updates: AnnouncedUpdates;
  now: number;
  /** Below a heading that says what it is about. */
  short?: boolean;
}) {
  const support = getUpdateSupport(updates, new Date(now));
  const { Icon, className } = looks[support.status];
  return (
    <span className="inline-flex items-start gap-2 text-left">
      <Icon className={cx('mt-0.5 size-4 shrink-0', className)} aria-hidden="true" />
      {short ? shorten(updateSupportText(support)) : updateSupportText(support)}
    </span>
  );
}

/** Without the words of the heading: `until Feb 2028 (1 y 3 m)`. */
const shorten = (text: string): string =>
  text
    .replace(/^Security updates:? /, '')
    .replace(/\(.*\)/, (left) => left.replaceAll(' ', '\u00a0'));
