import { listDisputes } from '@redial/contract';
import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * Warns admins of disputes whose time has ended without a solution. Loaded once, after the page: the page
 * works without it, and a change in its list does not load it again.
 */
export function OverdueDisputes() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isMounted = true;
    void call(listDisputes, {}).then((result) => {
      if (isMounted && result.ok) setCount(result.value.filter(({ overdue }) => overdue).length);
    });
    return () => {
      isMounted = false;
    };
  }, []);
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
