/** Pseudo-random numbers, reproducible by their seed. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer; both bounds are inclusive. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** Normally distributed, with mean 0 and standard deviation 1. */
  normal(): number;
  /** Returns a shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
  /** Draws from a list, each entry once before any is repeated. */
  deck<T>(list: readonly T[]): () => T;
}

/** The Mulberry32 generator (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Nothing to pick from');
    return list[int(0, list.length - 1)] as T;
  };
  const shuffle = <T>(list: readonly T[]): T[] => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  };
  return {
    next,
    int,
    pick,
    shuffle,
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    deck: <T>(list: readonly T[]) => {
      let left: T[] = [];
      return () => {
        if (left.length === 0) left = shuffle(list);
        const drawn = left.pop();
        if (drawn === undefined) throw new Error('Nothing to draw from');
        return drawn;
      };
    },
  };
}
