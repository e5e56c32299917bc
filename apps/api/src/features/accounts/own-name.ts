import { normalizeText } from '../../platform/contact-filter/index.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';

/** Words of which alone no name of a person consists. */
const roleWords = new Set(
  `account accounts admin administrator center customer desk help helpdesk moderation moderator
  moderators official payment payments safety security service services staff support team trust`
    .split(/\s+/)
    .map(toSkeleton),
);
const ownName = toSkeleton('redial');

/** What a user is called whose name at sign-up reads as one of Redial; they can change it. */
export const neutralName = 'New user';

/**
 * Trims a name that a user changes to. It must not read as one of Redial, or of its staff: buyers
 * and sellers would believe its messages.
 *
 * @throws Problem `validation.failed`
 */
export function parseOwnName(text: string): string {
  const name = parseLine(text, 'name', 'Please enter your name');
  if (readsAsStaff(name)) {
    const detail = 'Please enter your own name: this one reads as a name of Redial';
    throw new Problem('validation.failed', detail, 'body.name');
  }
  return name;
}

/** Whether a name reads as one of Redial, or of its staff. */
export function readsAsStaff(name: string): boolean {
  const words = toSkeleton(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'the');
  if (words.length === 0) return false;
  if (words.every((word) => roleWords.has(word))) return true;
  // Also written letter by letter, or divided.
  return words.some((word, first) => {
    let joined = word;
    for (const next of words.slice(first + 1)) {
      if (joined.length >= ownName.length) break;
      joined += next;
    }
    return word.startsWith(ownName) || joined === ownName;
  });
}

/** A text in which letters and digits that look alike are the same. */
function toSkeleton(text: string): string {
  return normalizeText(text)
    .text.replaceAll(/[i1|!]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll(/[4@]/g, 'a')
    .replaceAll('0', 'o')
    .replaceAll(/[5$]/g, 's');
}
