import { useEffect, useLayoutEffect } from 'react';

/** The DOM is hydrated: form fields are connected to React. */
export const domHydratedEvent = 'redial:dom-hydrated';
/** Effects have run: all event handlers work. */
export const effectsRanEvent = 'redial:effects-ran';

/** Notifies the inline script of the progress of hydration; for the root component. */
export function useHydrationEvents(): void {
  useLayoutEffect(() => {
    dispatchEvent(new Event(domHydratedEvent));
  }, []);
  useEffect(() => {
    dispatchEvent(new Event(effectsRanEvent));
  }, []);
}
