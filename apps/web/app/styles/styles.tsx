import { useNonce } from '../nonce.ts';
import inlined from './app.css?inline';
import url from './app.css?url';

const id = 'styles';

/** While developing, Vite exchanges the file as it changes. */
const linked = import.meta.env.DEV;

export const stylesheetLinks = linked ? [{ rel: 'stylesheet', href: url }] : [];

/**
 * The styles, inside the page: they pack to some ten kilobytes, and as a file of their own they would
 * keep the first paint waiting for another way to the server and back. The browser's bundle does not
 * have them again, it takes them from the page.
 */
export function Styles() {
  const nonce = useNonce();
  if (linked) return null;
  return (
    <style
      id={id}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, made by the build
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

const text = import.meta.env.SSR ? inlined : (document.getElementById(id)?.textContent ?? '');
