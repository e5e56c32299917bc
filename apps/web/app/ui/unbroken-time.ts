/** Lets no line break between a time and its AM or PM. */
export const unbrokenTime = (text: string): string => text.replace(/\s(?=[AP]M\b)/i, '\u00a0');
