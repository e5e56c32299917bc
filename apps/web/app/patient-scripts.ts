import { Transform } from 'node:stream';

const preload = '<link rel="modulepreload"';
const patient = `${preload} fetchpriority="low"`;

/**
 * Lets the page's text, faces and first picture arrive before its scripts: a browser gives preloaded
 * modules the same rank as those, and React Router has no setting for it. Pages are usable before
 * their scripts, so those can wait.
 *
 * @param onEnd called when the whole page has gone through
 */
export function patientScripts(onEnd: () => void): Transform {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Byte by byte: a chunk may end inside a character.
      const text = (rest + chunk.toString('latin1')).replaceAll(preload, patient);
      rest = beginning(text);
      done(null, Buffer.from(text.slice(0, text.length - rest.length), 'latin1'));
    },
    flush(done) {
      onEnd();
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

/** What may be the beginning of a preload that goes on in the next chunk. */
function beginning(text: string): string {
  for (let length = preload.length - 1; length > 0; length--) {
    const start = preload.slice(0, length);
    if (text.endsWith(start)) return start;
  }
  return '';
}
