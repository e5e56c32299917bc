/**
 * The random tests of this folder are short in an ordinary run. `TRUST_SCALE=10` makes them ten times
 * as long; `TRUST_SEED` repeats a run whose seed was told.
 */
const trustScale = Number(process.env.TRUST_SCALE ?? 1);

/** For `fc.assert`: as many runs as asked for, from the seed asked for. */
export const runs = (ordinary: number) => ({
  numRuns: Math.max(1, Math.round(ordinary * trustScale)),
  ...(process.env.TRUST_SEED ? { seed: Number(process.env.TRUST_SEED) } : {}),
});

/** Milliseconds that a random test may take. */
export const patience = (ordinarySeconds: number): number =>
  ordinarySeconds * 1000 * Math.max(1, trustScale);

/** Tells the figures of a long run; an ordinary one prints nothing. */
export function tell(line: string): void {
  if (trustScale > 1) process.stdout.write(`${line}\n`);
}
