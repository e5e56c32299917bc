import { href, Link } from 'react-router';

/** A user's name with an avatar of their initials; leads to the page of the person. */
export function UserName({ id, name }: { id: string; name: string }) {
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken font-bold font-display text-ink-soft text-xs"
      >
        {initials(name)}
      </span>
      <Link
        to={href('/dashboard/people/:id', { id })}
        className="wrap-anywhere min-w-0 rounded-sm underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    </span>
  );
}

/** Initials of the first and last word of a name. */
function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const [first = '', last = ''] = names.length > 1 ? [names[0], names.at(-1)] : names;
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}
