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
  const inline = new RegExp(
    `<(script|style)\\b[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</\\1>`,
    'g',
  );
  for (const [, name, content = ''] of html.matchAll(inline)) {
    const hash = createHash('sha256').update(content).digest('base64');
    sources[name as keyof typeof sources].add(`'sha256-${hash}'`);
  }
  return {
    scripts: [...sources.script],
    styles: [...sources.style],
  };
}
