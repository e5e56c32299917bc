import Bowser from 'bowser';

/** Bowser makes names out of the text where it does not know a program; only known ones are names. */
const known = new Set<string>(
  [...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)].map(String),
);

/**
 * Names a device by its `User-Agent` header, as "Firefox on Windows". The name never contains text of
 * the header, so it can be mailed.
 *
 * @returns "Unknown device" for programs that are no browsers.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && known.has(name));
  return names.length > 0 ? names.join(' on ') : 'Unknown device';
}
