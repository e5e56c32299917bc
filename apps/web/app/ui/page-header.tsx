import type { ReactNode } from 'react';

const titleId = 'page-title';

/**
 * The page header.
 *
 * @param count number of listed items; zero is not shown
 * @param aside a button or link next to the title
 */
export function PageHeader({
  title,
  count,
  aside,
  children,
}: {
  title: ReactNode;
  count?: number | undefined;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 id={titleId} tabIndex={-1} className="text-3xl outline-none max-[18rem]:text-2xl">
          {title}
          {count ? (
            <>
              <wbr />
              <span className="figures ml-3 text-ink-faint text-xl tracking-normal">{count}</span>
            </>
          ) : null}
        </h1>
        {children && <p className="wrap-anywhere mt-2 max-w-2xl text-ink-soft">{children}</p>}
      </div>
      {aside}
    </header>
  );
}

/** Milliseconds after which the focus is checked: the page re-renders asynchronously. */
const retryDelaysMs = [50, 250, 800] as const;

/**
 * Moves the focus to the page title if the focused element was removed, such as a deleted row. Does
 * not scroll.
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
