import { createHash, randomInt } from 'node:crypto';

/** Number of recovery codes of an account. */
const recoveryCodeCount = 10;

/** Letters and digits that are not mistaken for each other: 31 of them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 24 characters have 118 random bits: from 112, a hash needs neither salt nor work (ASVS 5.0, 6.5.2). */
const length = 24;
const pattern = new RegExp(`^[${alphabet}]{${length}}$`);
const hashPattern = /^[\da-f]{64}$/;

const randomCharacter = () => alphabet[randomInt(alphabet.length)];

/** Codes such as `k3fa-9mxp-h7qe-2wdz-u5tb-r8cn`, each for one sign-in without the authenticator app. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length }, randomCharacter).join('');
    return (code.match(/.{4}/g) ?? []).join('-');
  });

/**
 * The hash of a recovery code as somebody typed it: with or without hyphens and spaces, in capitals or not.
 *
 * @returns `undefined` if it cannot be one.
 */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return pattern.test(code) ? createHash('sha256').update(code).digest('hex') : undefined;
}

/** The stored form of new codes. */
export const storeRecoveryCodes = (codes: readonly string[]): string =>
  JSON.stringify(codes.map(hashRecoveryCode));

/** The number of unused codes in their stored form. */
export const countRecoveryCodes = (stored: string): number => JSON.parse(stored).length;

/**
 * How Better Auth stores recovery codes: as they are, because those that it stores are the hashes of the
 * unused ones; it makes no codes itself. Its own ways keep the codes, encrypted or not.
 */
export const hashedRecoveryCodes = {
  encrypt: async (codes: string): Promise<string> => {
    const hashes: unknown = JSON.parse(codes);
    if (!Array.isArray(hashes) || !hashes.every((hash) => hashPattern.test(hash))) {
      throw new Error('a recovery code would be stored without hashing it');
    }
    return codes;
  },
  decrypt: async (stored: string): Promise<string> => stored,
};
