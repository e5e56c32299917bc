import type { DisputeSummary } from '@redial/contract';
import { href } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Tells admins of disputes whose time has ended without a solution. */
export function OverdueDisputes({ disputes }: { disputes: readonly DisputeSummary[] }) {
  const count = disputes.filter(({ overdue }) => overdue).length;
  if (count === 0) return null;
  return (
    <div className="mb-6">
      <Notice
        badge={<Badge tone="bad">Overdue</Badge>}
        text={`${count === 1 ? 'A dispute has' : `${count} disputes have`} run out of time. No money moves until an admin decides.`}
      >
        <ButtonLink to={href('/dashboard/disputes')} size="small">
          Decide
        </ButtonLink>
      </Notice>
    </div>
  );
}
