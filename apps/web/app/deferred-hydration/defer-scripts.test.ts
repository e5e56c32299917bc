import { expect, test } from 'vitest';
import { deferScripts } from './defer-scripts.ts';

test('module scripts and preloads are made inert, everything else is unchanged', () => {
  const page =
    '<head><link rel="modulepreload" href="/a.js"/><link rel="icon" href="/i.svg"/></head><script nonce="x">1</script><script nonce="x" type="module" async="">import "/a.js"</script>';
  expect(deferScripts(page)).toBe(
    '<head><link rel="later" href="/a.js"/><link rel="icon" href="/i.svg"/></head><script nonce="x">1</script><script nonce="x" type="later">import "/a.js"</script>',
  );
});
