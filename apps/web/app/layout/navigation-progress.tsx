import { useNavigation } from 'react-router';

/** Progress bar during navigations; appears with a delay, so that fast ones show none. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 layer-toast h-0.75"
    >
      <div className="h-full origin-left animate-advance bg-accent" />
    </div>
  );
}
