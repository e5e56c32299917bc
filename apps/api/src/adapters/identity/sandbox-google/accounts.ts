import { createHash } from 'node:crypto';

/** Somebody with an account at the sandbox. */
export interface SandboxAccount {
  /** The provider's name for the account: the same for an address after each start. */
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

/** Who may be picked: ordinary people, an address with a long domain, and one not yet verified. */
export const sandboxAccounts: readonly SandboxAccount[] = [
  createSandboxAccount('Nora Lindqvist', 'nora.lindqvist@example.com'),
  createSandboxAccount('Sam Okafor', 'sam.okafor@example.com'),
  createSandboxAccount('Mei Tanaka', 'mei+phones@mail.info'),
  createSandboxAccount('Theo Brandt', 'theo.brandt@example.com', false),
];

/** At most two letters for the round picture. */
export function getInitials(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z]+/g) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('') || 'R';
}

export const avatarColours = ['#2f6f5e', '#7a4b9a', '#a2542b', '#3f5f9e', '#9c3d5f'] as const;

/** Which of the colours a name has. */
export const getAvatarColour = (name: string): number =>
  [...name].reduce((mix, letter) => (mix * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 1) %
  avatarColours.length;
