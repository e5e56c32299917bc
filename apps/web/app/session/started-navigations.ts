let started = 0;

/** Counts a navigation before it loads anything. Called by the router’s only blocker. */
export function countNavigation(): void {
  started++;
}

/**
 * @returns The number of navigations that have begun in this tab. Unlike `useNavigation`, it changes at
 *   once, not when the navigation is rendered.
 */
export const startedNavigations = (): number => started;
