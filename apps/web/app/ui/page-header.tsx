import type { ReactNode } from 'react';

const titleId = 'page-title';

/**
 * The head of a page.
 *
 * @param count how many there are of what the page lists; none is not said
 * @param aside a button or link beside the title
 */
export function PageHeader({
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
            <span className="figures ml-3 text-ink-faint text-xl tracking-normal">{count}</span>
          ) : null}
        </h1>
        {children && <p className="mt-2 max-w-2xl text-ink-soft">{children}</p>}
      </div>
      {aside}
    </header>
  );
}

/** Milliseconds until it is looked whether the focus was lost: the page changes a little later. */
const retryDelaysMs = [50, 250, 800] as const;

/**
 * Puts the focus on the page's title if it is lost with what had it (a row that goes), so that the
 * keyboard goes on from there. Nothing moves in sight.
 */
export function restoreFocus(): void {
  for (const wait of retryDelaysMs) {
    setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement && activeElement !== body) return;
      document.getElementById(titleId)?.focus({ preventScroll: true });
    }, wait);
  }
}
