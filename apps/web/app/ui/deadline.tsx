import { useEffect, useState } from 'react';
import { deadlineText, timeLeft } from './deadline-text.ts';

/** Milliseconds between updates of the time that is left. */
const updateIntervalMs = 20_000;

/**
 * Until when a product is held: `until tomorrow, 14:05 (23 hours left)`. Rendered in the browser only.
 *
 * @param at ISO 8601
 */
export function Deadline({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), updateIntervalMs);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(at, now);
  if (!left) return <>until a moment ago</>;
  return (
    <span className="figures">
      until <time dateTime={at}>{deadlineText(at, now)}</time> ({left.replaceAll(' ', '\u00a0')}
      {'\u00a0'}left)
    </span>
  );
}
