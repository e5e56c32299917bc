import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder of the overview. */
export function OverviewSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="mb-3 h-7 w-36" />
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-32 rounded-lg" />
        ))}
      </div>
      <div className="mt-12 grid gap-4 xl:grid-cols-2">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </div>
  );
}
