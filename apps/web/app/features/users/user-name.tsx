/** A user's name with an avatar of their initials. */
export function UserName({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken font-bold font-display text-ink-soft text-xs"
      >
        {initials(name)}
      </span>
      <span className="wrap-anywhere min-w-0">{name}</span>
    </span>
  );
}

/** Initials of the first and last word of a name. */
function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const [first = '', last = ''] = names.length > 1 ? [names[0], names.at(-1)] : names;
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}
