import { InvalidBody } from './body-validation.ts';

/** How many of the most common passwords also count with additions. */
const baseWords = 1000;
/** The longest additions, such as a year and two signs. */
const maxAdditions = 6;

/** The name of this marketplace and what it sells: the first words that somebody tries here (ASVS 5.0, 6.1.2). */
const contextWords = ['redial', 'xiaomi', 'samsung', 'iphone', 'galaxy', 'redmi', 'marketplace'];

/** Signs and digits that stand for letters. */
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

let lists: Promise<{ all: ReadonlySet<string>; bases: ReadonlySet<string> }> | undefined;

/**
 * The 50,000 most common passwords of published leaks, in lower case and by frequency, from the
 * dictionary of zxcvbn-ts. Loaded when it is first needed.
 */
const loadLists = () =>
  (lists ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const passwords = dictionary['passwords-common'] as readonly string[];
    return {
      all: new Set(passwords),
      bases: new Set([...passwords.slice(0, baseWords), ...contextWords]),
    };
  }));

/**
 * Whether a password is one of the most common ones. Few leaked passwords meet the rules as they are:
 * people who have to add digits and signs append them to a common word. So it also counts one of the
 * 1,000 most common, or of the words of this marketplace, in any case and with the usual replacements of letters, with up to six digits and
 * signs around it, such as `Password#2024` and `P@ssw0rd12!`: far more than the 10,000 most common that
 * meet the rules (NIST SP 800-63B-4, 3.1.1.2, asks for a blocklist).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { all, bases } = await loadLists();
  const lower = password.toLowerCase();
  if (all.has(lower)) return true;
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  if (word === '' || lower.length - word.length > maxAdditions) return false;
  const plain = word.replace(/[^a-z]/g, (sign) => lookalikes[sign] ?? sign);
  return bases.has(word) || bases.has(plain);
}

/**
 * Refuses a common password.
 *
 * @throws InvalidBody `COMMON_PASSWORD`
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw new InvalidBody(
    'COMMON_PASSWORD',
    'Many people use this password, so it is easy to guess. Please choose another one, such as a few words of your own.',
  );
}
