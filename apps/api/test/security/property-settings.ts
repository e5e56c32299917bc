/**
 * The random tests of this folder are short in an ordinary run. `TRUST_SCALE=10` makes them ten times
 * as long; `TRUST_SEED` repeats a run whose seed was told.
 */
const scale = Number(process.env.TRUST_SCALE ?? 1);

/** For `fc.assert`: as many runs as asked for, from the seed asked for. */
export const propertyParameters = (ordinary: number) => ({
  numRuns: Math.max(1, Math.round(ordinary * scale)),
  ...(process.env.TRUST_SEED ? { seed: Number(process.env.TRUST_SEED) } : {}),
});

/** Milliseconds that a random test may take. */
export const scaledTimeout = (ordinarySeconds: number): number =>
  ordinarySeconds * 1000 * Math.max(1, scale);

/** Tells the figures of a long run; an ordinary one prints nothing. */
export function logFigures(line: string): void {
  if (scale > 1) process.stdout.write(`${line}\n`);
}
