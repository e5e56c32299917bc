import { expect, test } from 'vitest';
import { type DeviceReading, deviceWarnings } from './device-warnings.ts';

const reading = (about: Partial<DeviceReading> = {}): DeviceReading => ({
  model: null,
  storageGb: null,
  batteryHealthPct: null,
  replacedParts: [],
  ...about,
});
const kinds = (...readings: Partial<DeviceReading>[]) =>
  deviceWarnings(readings.map(reading)).map(({ kind }) => kind);

test('a battery that rises without a stated replacement is a warning', () => {
  expect(kinds({ batteryHealthPct: 81 }, { batteryHealthPct: 97 })).toEqual(['battery-rises']);
  expect(kinds({ batteryHealthPct: 81 }, {}, { batteryHealthPct: 82 })).toEqual(['battery-rises']);
  expect(kinds({ batteryHealthPct: 81 }, { batteryHealthPct: 81 })).toEqual([]);
  expect(kinds({ batteryHealthPct: 91 }, { batteryHealthPct: 84 })).toEqual([]);
});

test('a replacement explains one rise, not the next one', () => {
  const replaced = { replacedParts: ['battery'] };
  expect(kinds({ batteryHealthPct: 81 }, { batteryHealthPct: 100, ...replaced })).toEqual([]);
  expect(
    kinds({ batteryHealthPct: 81, ...replaced }, { batteryHealthPct: 100, ...replaced }),
  ).toEqual(['battery-rises']);
  expect(
    kinds({ batteryHealthPct: 81 }, { batteryHealthPct: 100, replacedParts: ['screen'] }),
  ).toEqual(['battery-rises']);
});

test('another storage size and another model are warnings; unknown values are not', () => {
  expect(kinds({ storageGb: 128 }, {}, { storageGb: 256 })).toEqual(['storage-changes']);
  const [warning] = deviceWarnings([reading({ storageGb: 512 }), reading({ storageGb: 1024 })]);
  expect(warning?.text).toBe('The storage was stated as 512\u00a0GB, then as 1\u00a0TB.');
  expect(kinds({ model: 'iPhone 13' }, {}, { model: 'iPhone 14' })).toEqual(['model-changes']);
  expect(kinds({}, { storageGb: 128, model: 'iPhone 13' }, {})).toEqual([]);
});
