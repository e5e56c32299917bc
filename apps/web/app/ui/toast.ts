// The headless entry point of the library: toaster.tsx has our own styles. The library's defaults
// match the specification: 2000 ms success, 4000 ms error and blank, loading without limit, at most
// 20 at once.
export { toast } from 'react-hot-toast/headless';
