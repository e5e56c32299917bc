/**
 * Whether tests run in their long mode (`LONG_TESTS=1`): a walk of 10,000 actions, 200 rounds of each
 * race, and 1,000 listings compared with saved searches.
 */
export const isLong = process.env.LONG_TESTS === '1';

/**
 * Property tests in this directory are short by default. `PROPERTY_TEST_SCALE=10` makes them ten
 * times as long; `PROPERTY_TEST_SEED` repeats a run with its printed seed.
 */
const scale = Number(process.env.PROPERTY_TEST_SCALE ?? 1);

/** The seed of this run; a long run prints it. */
const seed = Number(process.env.PROPERTY_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Parameters for `fc.assert`: number of runs, scaled, and the seed. A long run reports its first failure
 * at once, since making it smaller would take as long again.
 */
export function propertyParameters(ordinary: number) {
  logFigures(`seed ${seed}`);
  const numRuns = Math.max(1, Math.round(ordinary * scale));
  return { numRuns, seed, endOnFailure: isLong };
}

/** Timeout in milliseconds, scaled. */
export const scaledTimeout = (ordinarySeconds: number): number =>
  ordinarySeconds * 1000 * Math.max(1, scale);

/** Prints figures of a scaled or long run. */
export function logFigures(line: string): void {
  if (scale > 1 || isLong) process.stdout.write(`${line}\n`);
}
