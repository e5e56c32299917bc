import { Transform } from 'node:stream';

/** What React Router puts into a page to load its scripts, and what becomes of it. */
const replacements = [
  ['<link rel="modulepreload"', '<link rel="later"'],
  [' type="module" async="">', ' type="later">'],
] as const;

const maxLength = Math.max(...replacements.map(([now]) => now.length));

/**
 * Keeps a page's scripts from being fetched before `lateScripts` asks for them: React Router has no
 * setting for when they start.
 *
 * @param onEnd called when the whole page has gone through
 */
export function deferScripts(onEnd: () => void): Transform {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Byte by byte: a chunk may end inside a character.
      let text = rest + chunk.toString('latin1');
      for (const [now, later] of replacements) text = text.replaceAll(now, later);
      rest = partialMatch(text);
      done(null, Buffer.from(text.slice(0, text.length - rest.length), 'latin1'));
    },
    flush(done) {
      onEnd();
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

/** What may be the beginning of one of them that goes on in the next chunk. */
function partialMatch(text: string): string {
  for (let length = maxLength - 1; length > 0; length--) {
    const end = text.slice(-length);
    if (end.length === length && replacements.some(([now]) => now.startsWith(end))) return end;
  }
  return '';
}
