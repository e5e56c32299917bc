import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashInlineScripts } from './inline-hashes.ts';

const nonce = '0123456789abcdef';
const source = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

test('inline scripts with the nonce are hashed', () => {
  const page = `<head><style nonce="${nonce}">a{}</style><script nonce="${nonce}">1 < 2</script></head><p>é</p><script type="module" nonce="${nonce}" async="">import "/é.js"</script>`;
  expect(hashInlineScripts(page, nonce)).toEqual([source('1 < 2'), source('import "/é.js"')]);
});

test('an element without the nonce is not hashed, wherever it stands', () => {
  const page = `<script>evil()</script><script nonce="${nonce}">ok()</script><script nonce="ffff">evil()</script>`;
  expect(hashInlineScripts(page, nonce)).toEqual([source('ok()')]);
});

test('a content that occurs twice has one hash', () => {
  const page = `<script nonce="${nonce}">1</script>`.repeat(2);
  expect(hashInlineScripts(page, nonce)).toEqual([source('1')]);
});
