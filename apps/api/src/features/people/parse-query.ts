import { normalizeEmail, normalizeImei, validateImei } from '@redial/contract';

/** What a text that an admin searches for can be; several at once are possible. */
export interface FindQuery {
  /** The first and last id that begin with it. */
  readonly ids?: readonly [first: string, last: string];
  readonly email?: string;
  readonly imei?: string;
  /** An id of the card provider, such as `pi_3Mtw`. */
  readonly providerId?: string;
  /** A pattern for `like`: a part of a name or address. */
  readonly like?: string;
  /** Words of the name of a phone. */
  readonly words?: string;
}

const shortestId = 8;

/** Reads what an admin searches for. */
export function parseFindQuery(text: string): FindQuery {
  const q = text.trim();
  const hex = q.toLowerCase().replaceAll('-', '');
  const imei = normalizeImei(q);
  if (validateImei(imei, { allowTest: true }) === undefined) return { imei };
  if (/^[0-9a-f]+$/.test(hex) && hex.length >= shortestId && hex.length <= 32) {
    return { ids: [toUuid(hex.padEnd(32, '0')), toUuid(hex.padEnd(32, 'f'))] };
  }
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  if (q.includes('@')) {
    const email = normalizeEmail(q);
    return email === undefined ? { like } : { email };
  }
  if (/^[a-z]{2,}_\w+$/i.test(q)) return { providerId: q };
  return { like, words: q };
}

const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
