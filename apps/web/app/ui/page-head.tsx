import type { ReactNode } from 'react';

const titleId = 'page-title';

/**
 * The head of a page.
 *
 * @param count how many there are of what the page lists; none is not said
 * @param aside a button or link beside the title
 */
export function PageHead({
  title,
  count,
  aside,
  children,
}: {
  title: string;
  count?: number | undefined;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <h1 id={titleId} tabIndex={-1} className="text-3xl outline-none">
          {title}
          {count ? (
            <span className="figures ml-3 font-normal text-ink-faint text-xl tracking-normal">
              {count}
            </span>
          ) : null}
        </h1>
        {children && <p className="mt-2 max-w-2xl text-ink-soft">{children}</p>}
      </div>
      {aside}
    </header>
  );
}

/**
 * Puts the focus on the page's title where it was lost with what had it (a row that is gone), so
 * that the keyboard goes on from there.
 */
export function rescueFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.getElementById(titleId)?.focus();
}
