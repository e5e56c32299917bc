import { useState } from 'react';
import { cx } from './cx.ts';
import { smallestImage } from './smallest-image.ts';

/**
 * Somebody's photo, or the initials of the name where there is none or it does not load. The name stands
 * beside it, so it has no text of its own.
 *
 * @param className sets the size, and that of the initials
 */
export function Avatar({
  name,
  photo,
  className,
}: {
  name: string;
  photo: string | null;
  className: string;
}) {
  const [failed, setFailed] = useState<string>();
  const shape = 'shrink-0 rounded-full';
  return photo !== null && failed !== photo ? (
    <img
      src={smallestImage(photo)}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(photo)}
      className={cx(shape, 'bg-studio object-cover', className)}
    />
  ) : (
    <span
      aria-hidden="true"
      className={cx(
        shape,
        'grid select-none place-items-center bg-accent-wash font-bold font-display text-accent',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const [first, last] = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return [first, last]
    .map((word) => (word ? ([...word][0] ?? '') : ''))
    .join('')
    .toUpperCase();
}
