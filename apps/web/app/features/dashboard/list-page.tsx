import { formatNumber, type Result } from '@redial/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Items shown at first, and added by each press, so that the browser does not lay out all of a long list. */
const itemsAtOnce = 200;

/**
 * A page with a list: header, then the list, its empty state or its error state.
 *
 * @param toolbar controls above the list
 * @param empty the empty state
 */
export function ListPage<Item>({
  title,
  description,
  aside,
  toolbar,
  result,
  empty,
  children,
}: {
  title: string;
  description?: string;
  aside?: ReactNode;
  toolbar?: ReactNode;
  result: Result<readonly Item[]>;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { revalidate, state } = useRevalidator();
  const [shown, setShown] = useState(itemsAtOnce);
  return (
    <>
      <PageHeader title={title} count={result.ok ? result.value.length : undefined} aside={aside}>
        {description}
      </PageHeader>
      {toolbar}
      {result.ok ? (
        result.value.length > 0 ? (
          <>
            {children(result.value.slice(0, shown))}
            <ListEnd
              shown={shown}
              total={result.value.length}
              onMore={() => setShown(shown + itemsAtOnce)}
            />
          </>
        ) : (
          empty
        )
      ) : (
        <ErrorState
          message={result.error.message}
          pending={state === 'loading'}
          onRetry={revalidate}
        />
      )}
    </>
  );
}

/** How many items of a long list are shown, and a button for more. */
function ListEnd({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
  const status = useRef<HTMLParagraphElement>(null);
  if (total <= itemsAtOnce) return null;
  return (
    <div className="mt-8 grid justify-items-center gap-4">
      <p ref={status} role="status" tabIndex={-1} className="figures text-ink-faint text-sm">
        {formatNumber(Math.min(shown, total))} of {formatNumber(total)}
      </p>
      {shown < total && (
        <Button
          variant="outline"
          onClick={() => {
            // The button is gone after the last items; the focus would be lost with it.
            if (shown + itemsAtOnce >= total) status.current?.focus();
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
