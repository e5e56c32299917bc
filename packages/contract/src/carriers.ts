/** A carrier that ships parcels: how its tracking numbers look, and where they can be followed. */
interface Carrier {
  readonly name: string;
  /** What a tracking number looks like, for the form. */
  readonly example: string;
  readonly isValid: (trackingNumber: string) => boolean;
  /** URL of the carrier's page about a parcel. */
  readonly trackingUrl: (trackingNumber: string) => string;
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/**
 * Whether a text is an international postal item number: two letters, eight digits, a check digit, and
 * a country code (UPU standard S10, 4.2.2: weights 8 6 4 2 3 5 9 7, modulo 11).
 */
export function isPostalItemNumber(text: string): boolean {
  if (!/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(text)) return false;
  const digits = [...text.slice(2, 11)].map(Number);
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, w, i) => total + w * (digits[i] ?? 0), 0);
  const rest = 11 - (sum % 11);
  return digits[8] === (rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/**
 * Whether a text is a UPS tracking number: `1Z`, 15 characters, and their check digit. A letter counts
 * as its ASCII code less 63, modulo 10, and every second character twice.
 */
function isUpsNumber(text: string): boolean {
  if (!/^1Z[\dA-Z]{15}\d$/.test(text)) return false;
  const values = [...text.slice(2, 17)].map((character) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10,
  );
  const sum = values.reduce((total, value, i) => total + value * (i % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === Number(text.at(-1));
}

/** The carriers to choose from. `other` takes any tracking number, without a link. */
export const carriers = {
  ups: {
    name: 'UPS',
    example: '1Z5R89390357567127',
    isValid: isUpsNumber,
    trackingUrl: (number) => `https://www.ups.com/track?tracknum=${number}`,
  },
  fedex: {
    name: 'FedEx',
    example: '986578788855',
    isValid: matches(/^(\d{12}|\d{15}|\d{20}|\d{22})$/),
    trackingUrl: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
  usps: {
    name: 'USPS',
    example: '9400111202555842332669',
    isValid: (text) => /^\d{20,22}$/.test(text) || isPostalItemNumber(text),
    trackingUrl: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  dhl: {
    name: 'DHL',
    example: '1234567890',
    isValid: (text) =>
      /^(\d{10}|\d{12}|\d{14}|\d{20}|JJD[\dA-Z]{13,21}|JVGL\d{10,20})$/.test(text) ||
      isPostalItemNumber(text),
    trackingUrl: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}&brand=DHL`,
  },
  dpd: {
    name: 'DPD',
    example: '01234567890123',
    isValid: matches(/^\d{14}[\dA-Z]?$/),
    trackingUrl: (number) => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  },
  gls: {
    name: 'GLS',
    example: '12345678901',
    isValid: matches(/^([\dA-Z]{8}|\d{11,14})$/),
    trackingUrl: (number) => `https://gls-group.com/track/${number}`,
  },
  'royal-mail': {
    name: 'Royal Mail',
    example: 'RB123456785GB',
    isValid: isPostalItemNumber,
    trackingUrl: (number) =>
      `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  'la-poste': {
    name: 'La Poste, Colissimo',
    example: '6A12345678901',
    isValid: (text) => /^\d[A-Z]\d{11}$/.test(text) || isPostalItemNumber(text),
    trackingUrl: (number) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}`,
  },
} as const satisfies Record<string, Carrier>;

export type CarrierCode = keyof typeof carriers | 'other';

export const carrierCodes = [
  ...(Object.keys(carriers) as (keyof typeof carriers)[]),
  'other',
] as const satisfies readonly CarrierCode[];

const carrierOf = (code: CarrierCode): Carrier | undefined =>
  code === 'other' ? undefined : carriers[code];

/** The code of a carrier by its name, however it is capitalized; `other` if it is not in the list. */
export const carrierCodeOf = (name: string): CarrierCode =>
  carrierCodes.find((code) => carrierOf(code)?.name.toLowerCase() === name.trim().toLowerCase()) ??
  'other';

/** Normalizes a tracking number as typed: upper case, without spaces and hyphens. */
export const normalizeTrackingNumber = (typed: string): string =>
  typed.replace(/[\s-]+/g, '').toUpperCase();

/** Checks a normalized tracking number by the rules of its carrier. */
export const isTrackingNumber = (code: CarrierCode, trackingNumber: string): boolean =>
  carrierOf(code)?.isValid(trackingNumber) ?? /^[\dA-Z]{4,40}$/.test(trackingNumber);

/** The URL at which a parcel can be followed, if the carrier is known. */
export const trackingUrlOf = (code: CarrierCode, trackingNumber: string): string | undefined =>
  carrierOf(code)?.trackingUrl(encodeURIComponent(trackingNumber));
