/**
 * The random tests of this folder are short in an ordinary run. `PROPERTY_TEST_SCALE=10` makes them ten times
 * as long; `PROPERTY_TEST_SEED` repeats a run whose seed was told.
 */
const scale = Number(process.env.PROPERTY_TEST_SCALE ?? 1);

/** For `fc.assert`: as many runs as asked for, from the seed asked for. */
export const propertyParameters = (ordinary: number) => ({
  numRuns: Math.max(1, Math.round(ordinary * scale)),
  ...(process.env.PROPERTY_TEST_SEED ? { seed: Number(process.env.PROPERTY_TEST_SEED) } : {}),
});

/** Milliseconds that a random test may take. */
export const scaledTimeout = (ordinarySeconds: number): number =>
  ordinarySeconds * 1000 * Math.max(1, scale);

/** Tells the figures of a long run; an ordinary one prints nothing. */
export function logFigures(line: string): void {
  if (scale > 1) process.stdout.write(`${line}\n`);
}
