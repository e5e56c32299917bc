export { deferScripts } from './defer-scripts.ts';
export { useHydrationEvents } from './hydration-events.ts';
export { deferredHydrationScript } from './inline-script.ts';
