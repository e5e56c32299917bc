export { claimImeis } from './claim-imeis.ts';
export { findDeviceOfListing, findListingIds } from './device-rows.ts';
export { hashImei } from './imei-keys.ts';
export { listOwnDevices } from './list-own-devices.ts';
export { listOwnImeis } from './list-own-imeis.ts';
export { hasImei, isImeiOfListing } from './match-imei.ts';
export { moveImeis } from './move-imeis.ts';
export { parseImei } from './parse-imei.ts';
export { recordDeviceEntry } from './record-device-entry.ts';
