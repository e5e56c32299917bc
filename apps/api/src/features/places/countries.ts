import { normalizePlaceName } from './place-names.ts';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The English name of a country; its code if it has none. */
export const countryName = (code: string): string => english.of(code) ?? code;

/** Languages in which listings may name a country. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'tr'];

/** What people write besides the names of Unicode. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  america: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  uae: 'AE',
  'czech republic': 'CZ',
  'south korea': 'KR',
  turkey: 'TR',
  macedonia: 'MK',
  'ivory coast': 'CI',
  burma: 'MM',
};

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters
  .flatMap((first) => letters.map((second) => first + second))
  // Codes for groups of countries and for "unknown" have names, too.
  .filter((code) => english.of(code) && !/^(EU|EZ|UN|XA|XB|ZZ|QO)$/.test(code))
  // Of former countries, Unicode's names are those of the current ones.
  .filter((code) => new Intl.Locale('und', { region: code }).region === code);

/** Codes by normalized name; null where languages differ. */
const codesByName = new Map<string, string | null>();
for (const language of languages) {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  for (const code of codes) {
    const name = normalizePlaceName(names.of(code) ?? '');
    const known = codesByName.get(name);
    codesByName.set(name, known === undefined || known === code ? code : null);
  }
}

/** The code of a country by its normalized name, in one of some languages, or by the code itself. */
export function findCountry(name: string): string | undefined {
  const code = name.toUpperCase();
  if (codes.includes(code)) return code;
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
  return other ?? codesByName.get(name) ?? undefined;
}
