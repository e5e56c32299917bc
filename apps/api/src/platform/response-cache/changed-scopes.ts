/**
 * Parts of the public data that a response depends on, such as `product:ID` (see README.md). Undefined:
 * it may depend on all of it.
 */
export type Scopes = readonly string[] | undefined;

/** The scopes that a change affects; null where that may be anything. */
export type ChangedScopes = readonly string[] | null;

export interface ChangeTracker {
  /** Grows with each addition of changes; has no meaning outside of this process. */
  readonly revision: number;
  /** Adds the changes since the current revision. */
  add(changes: readonly ChangedScopes[]): void;
  /** Forgets what has changed since when: everything may have. */
  reset(): void;
  /** Whether one of the scopes has changed since a revision. */
  hasChanged(scopes: Scopes, since: number): boolean;
}

/**
 * Remembers when each scope last changed.
 *
 * @param maxScopes scopes to remember. For older changes it counts as changed whatever depends on
 *   anything.
 */
export function createChangeTracker(maxScopes = 20_000): ChangeTracker {
  let revision = 0;
  let lastChange = 0;
  /** What is older than this counts as changed. */
  let oldest = 0;
  /** The revision of the last change, by scope; in the order of the changes. */
  const changedAt = new Map<string, number>();

  function reset(): void {
    revision++;
    lastChange = oldest = revision;
    changedAt.clear();
  }

  function forgetOldest(): void {
    for (const [scope, at] of changedAt) {
      if (changedAt.size <= maxScopes) break;
      changedAt.delete(scope);
      oldest = at;
    }
  }

  return {
    get revision() {
      return revision;
    },
    add: (changes) => {
      if (changes.length === 0) return;
      if (changes.includes(null)) return reset();
      lastChange = ++revision;
      for (const scope of new Set(changes.flatMap((scopes) => scopes ?? []))) {
        changedAt.delete(scope);
        changedAt.set(scope, revision);
      }
      forgetOldest();
    },
    reset,
    hasChanged: (scopes, since) =>
      since < oldest ||
      (scopes === undefined
        ? since < lastChange
        : scopes.some((scope) => (changedAt.get(scope) ?? 0) > since)),
  };
}
