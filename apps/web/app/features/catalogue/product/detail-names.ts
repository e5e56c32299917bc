import type { Listing } from '@redial/contract';

type Details = Listing['details'];

export const simNames: Record<NonNullable<Details['simType']>, string> = {
  nano: 'One nano-SIM',
  'dual-nano': 'Two nano-SIMs',
  'nano+esim': 'Nano-SIM and eSIM',
  'dual-esim': 'Two eSIMs',
  'esim-only': 'eSIM only',
};

export const partNames: Record<keyof Details['parts'], string> = {
  screen: 'Screen',
  battery: 'battery',
  'back-glass': 'back glass',
  camera: 'camera',
};

export const partOriginNames: Record<NonNullable<Details['parts']['screen']>, string> = {
  original: 'original',
  'replaced-genuine': 'replaced by a genuine part',
  'replaced-compatible': 'replaced by a compatible part',
};

export const accessoryNames: Record<Details['accessories'][number], string> = {
  box: 'box',
  charger: 'charger',
  cable: 'cable',
  case: 'case',
  earphones: 'earphones',
  'sim-tool': 'SIM tool',
  receipt: 'receipt',
};
