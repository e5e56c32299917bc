/**
 * English with the date and time notation of the reader's region, as a locale: `en-DE` for a German
 * browser. For the browser only: the server does not know the reader.
 */
export function readerLocale(): string {
  const { language, region } = new Intl.Locale(navigator.language).maximize();
  return language === 'en' ? navigator.language : `en-${region ?? 'US'}`;
}
