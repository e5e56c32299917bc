import { toast as show } from 'react-hot-toast/headless';

// The headless entry point of the library: toaster.tsx has our own styles. The library's defaults
// match the specification: 2000 ms success, 4000 ms error and blank, loading without limit, at most
// 20 at once.

/** Ids of the toasts that were shown since the last outcome of the other kind. */
const shown = { success: new Set<string>(), error: new Set<string>() };

/** A new outcome dismisses those of the other kind: what they say may no longer be true. */
function showOutcome(kind: 'success' | 'error', message: string): void {
  const stale = shown[kind === 'success' ? 'error' : 'success'];
  for (const id of stale) show.dismiss(id);
  stale.clear();
  shown[kind].add(show[kind](message));
}

/** Shows a message; `success` and `error` report the outcome of an action. */
export const toast = Object.assign((message: string) => show(message), {
  success: (message: string) => showOutcome('success', message),
  error: (message: string) => showOutcome('error', message),
  loading: (message: string) => show.loading(message),
});
