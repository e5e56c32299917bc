import type { ReactNode } from 'react';

/** A switch; its label names what is on. */
export function Switch({
  checked,
  onChange,
  label,
  thumb,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** An icon on the thumb. */
  thumb?: ReactNode;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      className="group relative inline-flex h-8 w-14 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors aria-checked:border-accent aria-checked:bg-accent-wash forced-colors:aria-checked:bg-[Highlight]"
    >
      <span className="grid size-6.5 place-items-center rounded-full bg-raised text-ink shadow-1 forced-colors:bg-[ButtonText] forced-colors:text-[ButtonFace] forced-colors:group-aria-checked:bg-[HighlightText] forced-colors:group-aria-checked:text-[Highlight] transition-[translate] group-aria-checked:translate-x-6">
        {thumb}
      </span>
    </button>
  );
}
