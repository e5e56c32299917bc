import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { useCompared } from './compare-store.ts';

const CompareBar = lazyPart(async () => (await import('./compare-bar.tsx')).CompareBar);

/** The phones to compare, at the bottom of the window as long as there are any. */
export function CompareTray() {
  const compared = useCompared();
  const count = compared.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${count} of 4 phones to compare`}
      </p>
      {count > 0 && (
        <Suspense>
          <CompareBar compared={compared} />
        </Suspense>
      )}
    </>
  );
}
