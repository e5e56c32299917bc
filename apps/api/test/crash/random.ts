/** Seeded pseudorandom numbers (mulberry32). */
export interface Random {
  /** An integer from 0 to below the bound. */
  integerBelow(bound: number): number;
  pick<T>(from: readonly T[]): T | undefined;
  /** A shuffled copy. */
  shuffled<T>(from: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    integerBelow: below,
    pick: (from) => from[below(from.length)],
    shuffled: (from) =>
      from
        .map((one) => ({ one, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one),
  };
}
