export { hashImei } from './imei-keys.ts';
export { listOwnImeis } from './list-own-imeis.ts';
export { hasImei, isImeiOfListing } from './match-imei.ts';
export { parseImei } from './parse-imei.ts';
