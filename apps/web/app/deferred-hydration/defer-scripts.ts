/** The tags that React Router renders to load its scripts, and their inert replacements. */
const replacements = [
  ['<link rel="modulepreload"', '<link rel="later"'],
  [' type="module" async="">', ' type="later">'],
] as const;

/**
 * Makes a rendered page's scripts inert, so that the inline script starts them: React Router has no
 * option for when they start.
 */
export const deferScripts = (html: string): string =>
  replacements.reduce((page, [tag, inert]) => page.replaceAll(tag, inert), html);
