/** A person's name beside its first letters. */
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

/** The first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}
