import { createHash } from 'node:crypto';

/**
 * Hashes the inline scripts and styles of a rendered page for its content security policy. A policy
 * of hashes instead of a nonce can be cached together with the page.
 *
 * Only elements with the render's nonce are hashed: markup that is injected while rendering cannot
 * know it and stays blocked.
 *
 * @param nonce hexadecimal, unique to this render
 * @returns sources such as `'sha256-…'`, each once
 */
export function hashInlineElements(
  html: string,
  nonce: string,
): { scripts: string[]; styles: string[] } {
  const sources = { script: new Set<string>(), style: new Set<string>() };
  const opening = new RegExp(`<(script|style)\\b[^>]* nonce="${nonce}"[^>]*>`, 'g');
  for (let tag = opening.exec(html); tag; tag = opening.exec(html)) {
    const name = tag[1] as keyof typeof sources;
    const end = html.indexOf(`</${name}>`, opening.lastIndex);
    if (end === -1) break;
    const content = html.slice(opening.lastIndex, end);
    sources[name].add(name === 'style' ? hashOfStyle(content) : hash(content));
    opening.lastIndex = end;
  }
  return {
    scripts: [...sources.script],
    styles: [...sources.style],
  };
}

const hash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The style sheets are the same in all pages, and half of each. */
const styleHashes = new Map<string, string>();

function hashOfStyle(content: string): string {
  const known = styleHashes.get(content) ?? hash(content);
  if (styleHashes.size >= 10) styleHashes.clear();
  styleHashes.set(content, known);
  return known;
}
