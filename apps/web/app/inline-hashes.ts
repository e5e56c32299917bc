import { createHash } from 'node:crypto';

/**
 * Hashes the inline scripts of a rendered page for its content security policy. A policy of hashes
 * instead of a nonce can be cached together with the page.
 *
 * Only elements with the render's nonce are hashed: markup that is injected while rendering cannot
 * know it and stays blocked.
 *
 * @param nonce hexadecimal, unique to this render
 * @returns sources such as `'sha256-…'`, each once
 */
export function hashInlineScripts(html: string, nonce: string): string[] {
  const sources = new Set<string>();
  const opening = new RegExp(`<script\\b[^>]* nonce="${nonce}"[^>]*>`, 'g');
  while (opening.exec(html)) {
    const end = html.indexOf('</script>', opening.lastIndex);
    if (end === -1) break;
    sources.add(hashSource(html.slice(opening.lastIndex, end)));
    opening.lastIndex = end;
  }
  return [...sources];
}

/** The source expression of an inline element's content. */
export const hashSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
