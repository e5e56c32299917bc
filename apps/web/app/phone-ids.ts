const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Parses a comma-separated list of product ids from a URL or from the browser's storage, where it may
 * have been changed.
 *
 * @returns the valid ids, each once, `max` at most
 */
export const parsePhoneIds = (text: string | null, max: number): string[] =>
  [...new Set((text ?? '').split(',').filter((id) => uuid.test(id)))].slice(0, max);
