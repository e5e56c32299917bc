import type { accessories, ListingDetails, repairableParts } from '@redial/contract';

/** The texts of the values of a listing's details. Unknown is a value. */
export const networkLockTexts: Readonly<Record<ListingDetails['networkLock'], string>> = {
  unknown: 'Unknown',
  unlocked: 'Unlocked: takes any SIM',
  'carrier-locked': 'Locked to a carrier',
};
export const accountLockTexts: Readonly<Record<ListingDetails['accountLock'], string>> = {
  unknown: 'Unknown',
  'signed-out': 'Signed out of all accounts',
  locked: 'Locked to an account',
};
export const simTypeTexts: Readonly<Record<NonNullable<ListingDetails['simType']>, string>> = {
  nano: 'One nano-SIM',
  'dual-nano': 'Two nano-SIMs',
  'nano+esim': 'Nano-SIM and eSIM',
  'dual-esim': 'Nano-SIM and two eSIMs',
  'esim-only': 'eSIM only',
};
export const partTexts: Readonly<Record<(typeof repairableParts)[number], string>> = {
  screen: 'Screen',
  battery: 'Battery',
  'back-glass': 'Back glass',
  camera: 'Camera',
};
export const partOriginTexts = {
  original: 'Original',
  'replaced-genuine': 'Replaced, genuine part',
  'replaced-compatible': 'Replaced, compatible part',
} as const;
export const accessoryTexts: Readonly<Record<(typeof accessories)[number], string>> = {
  box: 'Box',
  charger: 'Charger',
  cable: 'Cable',
  case: 'Case',
  earphones: 'Earphones',
  'sim-tool': 'SIM tool',
  receipt: 'Receipt',
};
