import { storageText } from './models.ts';

/** What was stated about a device at one time. `null` is unknown. */
export interface DeviceReading {
  readonly model: string | null;
  readonly storageGb: number | null;
  readonly batteryHealthPct: number | null;
  readonly replacedParts: readonly string[];
}

export const deviceWarningKinds = [
  'battery-rises',
  'storage-changes',
  'model-changes',
  'model-implausible',
  'other-owner',
] as const;
export type DeviceWarningKind = (typeof deviceWarningKinds)[number];

export interface DeviceWarning {
  readonly kind: DeviceWarningKind;
  readonly text: string;
}

/**
 * Finds what cannot be true of one and the same phone: a battery that gets better although no
 * replacement is stated that was not stated before, another storage size, another model. Unknown values
 * are skipped, so that leaving a value out for a while hides nothing.
 *
 * @param readings the earliest first.
 */
export function deviceWarnings(readings: readonly DeviceReading[]): DeviceWarning[] {
  const warnings: DeviceWarning[] = [];
  let battery: { pct: number; wasReplaced: boolean } | undefined;
  let storageGb: number | undefined;
  let model: string | undefined;
  for (const reading of readings) {
    const isReplaced = reading.replacedParts.includes('battery');
    const pct = reading.batteryHealthPct;
    if (pct !== null) {
      if (battery && pct > battery.pct && (!isReplaced || battery.wasReplaced)) {
        warnings.push({
          kind: 'battery-rises',
          text: `The battery went from ${battery.pct}% to ${pct}% without a stated replacement.`,
        });
      }
      battery = { pct, wasReplaced: isReplaced };
    }
    if (reading.storageGb !== null) {
      if (storageGb !== undefined && storageGb !== reading.storageGb) {
        warnings.push({
          kind: 'storage-changes',
          text: `The storage was stated as ${storageText(storageGb)}, then as ${storageText(reading.storageGb)}.`,
        });
      }
      storageGb = reading.storageGb;
    }
    if (reading.model !== null) {
      if (model !== undefined && model !== reading.model) {
        warnings.push({
          kind: 'model-changes',
          text: `The model was stated as ${model}, then as ${reading.model}.`,
        });
      }
      model = reading.model;
    }
  }
  return warnings;
}
