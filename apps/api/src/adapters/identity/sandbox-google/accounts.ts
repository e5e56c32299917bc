import { createHash } from 'node:crypto';

/** An account at the sandbox. */
export interface SandboxAccount {
  /** The subject identifier, derived from the e-mail address so that it survives a restart. */
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

export function createSandboxAccount(
  name: string,
  email: string,
  emailVerified = true,
): SandboxAccount {
  const sub = BigInt(`0x${createHash('sha256').update(email).digest('hex')}`).toString();
  return { sub: sub.slice(0, 21), name, email, emailVerified };
}

/**
 * The accounts offered: ordinary ones, one with a plus sign in its address, and one whose address
 * is not verified.
 */
export const sandboxAccounts: readonly SandboxAccount[] = [
  createSandboxAccount('Nora Lindqvist', 'nora.lindqvist@example.com'),
  createSandboxAccount('Sam Okafor', 'sam.okafor@example.com'),
  createSandboxAccount('Mei Tanaka', 'mei+phones@mail.info'),
  createSandboxAccount('Theo Brandt', 'theo.brandt@example.com', false),
];

/** Up to two letters for the avatar. */
export function getInitials(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z]+/g) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('') || 'R';
}

export const avatarColours = ['#2f6f5e', '#7a4b9a', '#a2542b', '#3f5f9e', '#9c3d5f'] as const;

/** Picks an avatar colour by name. */
export const getAvatarColour = (name: string): number =>
  [...name].reduce((mix, letter) => (mix * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 1) %
  avatarColours.length;
