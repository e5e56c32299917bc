import type { ReactNode } from 'react';

/** A titled part of the product page. */
export function Section({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  /** A link or note beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="scroll-mt-24 text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
