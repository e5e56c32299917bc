// The one door to toasts: their look is ours (toaster.tsx), so the library's own is never loaded.
// Its durations are the specification's: 2000 ms success, 4000 ms error and blank, loading without
// limit, at most 20 at once.
export { toast } from 'react-hot-toast/headless';
