import type { WrittenTexts } from '../../db/schema/index.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';

const fields = ['name', 'description', 'location'] as const;

/**
 * Replaces contact data in the texts of a listing: what others read, search and order. It is done when
 * they are written, since every search would have to do it again, and the index must not have them.
 *
 * @returns the texts as others see them, and in `written` what the seller wrote where it differs.
 */
export function filterTexts<T extends Readonly<Partial<Record<(typeof fields)[number], string>>>>(
  texts: T,
): T & { written: WrittenTexts } {
  const shown: Partial<Record<(typeof fields)[number], string>> = {};
  const written: WrittenTexts = {};
  for (const field of fields) {
    const text = texts[field];
    if (text === undefined) continue;
    shown[field] = hideContactsIn(text);
    if (shown[field] !== text) written[field] = text;
  }
  return { ...texts, ...shown, written };
}
