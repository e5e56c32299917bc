import { expect, test } from 'vitest';
import { makeGazetteer, readGazetteer } from './places.mjs';

test('The gazetteer is made of the installed data of GeoNames.', async () => {
  const made = makeGazetteer();
  // Not `toBe`, whose message would be megabytes.
  expect((await readGazetteer()) === made, 'it is outdated: npm run places').toBe(true);
  const [version, ...places] = made.trim().split('\n');
  expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(places.length).toBeGreaterThan(20_000);
  expect(places.find((line) => line.startsWith('2996944\t'))).toMatch(
    /^2996944\tLyon\tFR\t\t45\.748\t4\.847\t522969\t/,
  );
});
