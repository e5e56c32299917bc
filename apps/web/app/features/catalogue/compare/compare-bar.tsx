import { Button, ButtonLink } from '../../../ui/button.tsx';
import { clearCompared, compareHref } from './compare-store.ts';

/** The number of phones to compare, at the bottom of the window, with a link to their comparison. */
export function CompareBar({ compared }: { compared: readonly string[] }) {
  const count = compared.length;
  return (
    <div className="layer-bar sticky bottom-3 mt-6 flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-2 sm:ml-auto sm:w-fit print:hidden">
      <span className="mr-auto text-sm">
        {count === 1 ? 'Choose another phone to compare' : `${count} phones`}
      </span>
      <Button variant="quiet" size="small" onClick={clearCompared}>
        Clear
      </Button>
      {count > 1 && (
        <ButtonLink to={compareHref(compared)} size="small">
          Compare
        </ButtonLink>
      )}
    </div>
  );
}
