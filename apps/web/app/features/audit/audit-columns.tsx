import type { AuditEntry } from '@redial/contract';
import { Link } from 'react-router';
import { readerLocale } from '../../ui/reader-locale.ts';
import type { Column } from '../../ui/table.tsx';
import { actionLabels, targetPath } from './audit-texts.ts';

type Row = Omit<AuditEntry, '_id'> & { readonly _id: string };

/** Columns of the audit log. */
export const auditColumns: readonly Column<Row>[] = [
  {
    label: 'Action',
    kind: 'heading',
    cell: ({ action, target }) => (
      <span className="block min-w-0 max-w-80">
        <span className="block">{actionLabels[action]}</span>
        <Target target={target} />
      </span>
    ),
  },
  {
    label: 'By',
    cell: ({ actor, network }) => (
      <span className="wrap-anywhere block @2xl:min-w-32">
        {actor.name ?? actorLabels[actor.role]}
        <span className="block text-ink-faint text-xs">
          {network ?? (actor.role === 'operator' ? 'Command line' : 'Unknown network')}
        </span>
      </span>
    ),
  },
  {
    label: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className="figures block @2xl:min-w-24">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    label: 'Details',
    cell: ({ reason, changes }) =>
      reason === null && changes.length === 0 ? (
        <span className="text-ink-faint">Nothing noted</span>
      ) : (
        <span className="grid max-w-96 gap-1 text-xs">
          {reason !== null && <span className="wrap-anywhere">{reason}</span>}
          {changes.map(({ field, before, after }) => (
            <span key={field} className="wrap-anywhere text-ink-soft">
              {`${fieldLabel(field)}: ${before ?? 'none'} → ${after ?? 'none'}`}
            </span>
          ))}
        </span>
      ),
  },
];

/** Who acted, where that is nobody with a name. */
const actorLabels: Readonly<Record<AuditEntry['actor']['role'], string>> = {
  admin: 'An admin',
  moderator: 'A moderator',
  support: 'Support',
  operator: 'The operator',
  owner: 'The account’s owner',
  unknown: 'Somebody not signed in',
};

function Target({ target }: { target: AuditEntry['target'] }) {
  const path = targetPath(target);
  const text = target.name ?? target._id;
  return (
    <span className="wrap-anywhere block font-normal text-xs">
      {path ? (
        <Link
          to={path}
          className="inline-block min-h-6 rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {text}
        </Link>
      ) : (
        <span className="text-ink-soft">{text}</span>
      )}
    </span>
  );
}

/** `launchPriceCents` as `launch price cents`, `sums-to-zero` as `sums to zero`. */
const fieldLabel = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');

/** A time in the reader's zone, such as `Nov 22, 2026, 14:05:09`: entries of a minute have an order. */
const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString(readerLocale(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
