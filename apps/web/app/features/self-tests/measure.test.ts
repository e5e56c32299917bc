import { expect, test } from 'vitest';
import { toneLevel } from './measure.ts';

/** Hertz of a bin with 4096 samples at 48 kHz. */
const width = 48_000 / 4096;

/** A spectrum at one level, with another at a frequency. */
function spectrum(decibels: number, peak?: { hz: number; decibels: number }): Float32Array {
  const bins = new Float32Array(2048).fill(decibels);
  if (peak) bins[Math.round(peak.hz / width)] = peak.decibels;
  return bins;
}

test('a tone is as loud as it exceeds the other frequencies', () => {
  expect(toneLevel(spectrum(-80, { hz: 1000, decibels: -30 }), width)).toBe(50);
});

test('noise, silence and another tone are not the tone', () => {
  expect(toneLevel(spectrum(-40), width)).toBe(0);
  expect(toneLevel(spectrum(Number.NEGATIVE_INFINITY), width)).toBe(0);
  expect(toneLevel(spectrum(-80, { hz: 2000, decibels: -30 }), width)).toBe(0);
});
