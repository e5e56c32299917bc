import { useEffect, useState } from 'react';
import { href, Link, useLocation } from 'react-router';
import { formatDateTime } from '../../ui/date-time.ts';

/** Says on every page of the dashboard that the account is suspended, until when, and where to appeal. */
export function SuspensionNotice() {
  const [until, setUntil] = useState<string | null>();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on every page
  useEffect(() => {
    let isCurrent = true;
    // Loaded after the page, which does not need it.
    void import('../../session/suspension.ts')
      .then(({ fetchSuspension }) => fetchSuspension())
      .then((suspendedUntil) => isCurrent && setUntil(suspendedUntil))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [pathname]);
  if (until === undefined) return null;
  return (
    <div role="status" className="mb-6 rounded-lg bg-bad-wash px-5 py-4 text-sm">
      <p>
        <strong className="text-bad">
          {until === null
            ? 'Your account is banned.'
            : `Your account is suspended until ${formatDateTime(until)}.`}
        </strong>{' '}
        Your phones are hidden. Orders under way go on.{' '}
        <Link to={href('/dashboard/decisions')} className="underline underline-offset-4">
          See why, and how to appeal
        </Link>
      </p>
    </div>
  );
}
