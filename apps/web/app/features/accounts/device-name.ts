import Bowser from 'bowser';

/**
 * Names a device by its `User-Agent` header, as "Firefox on Windows".
 *
 * @returns "Unknown device" for programs that are no browsers.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter(Boolean);
  return names.length > 0 ? names.join(' on ') : 'Unknown device';
}
