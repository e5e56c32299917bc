import type { ReactNode } from 'react';

/** A highlighted line about the state of something, with its actions. */
export function Notice({
  badge,
  text,
  children,
}: {
  badge: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mt-6 rounded-lg bg-sunken px-5 py-4 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        {badge}
        <p className="min-w-[min(12rem,100%)] flex-1">{text}</p>
      </div>
      {children && (
        <div className="mt-3 flex flex-wrap items-center gap-3 empty:hidden">{children}</div>
      )}
    </div>
  );
}
