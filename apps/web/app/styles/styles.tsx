import { useNonce } from '../nonce.ts';
import inlined from './app.css?inline';
import url from './app.css?url';

const id = 'styles';

/** In development Vite replaces the file on changes. */
const linked = import.meta.env.DEV;

export const stylesheetLinks = linked ? [{ rel: 'stylesheet', href: url }] : [];

/**
 * The styles, inlined: about ten kilobytes compressed. A separate file would delay the first paint
 * by a round trip. The client bundle reads them from the page instead of containing them again.
 */
export function Styles() {
  const nonce = useNonce();
  if (linked) return null;
  return (
    <style
      id={id}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles from the build
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

const text = import.meta.env.SSR ? inlined : (document.getElementById(id)?.textContent ?? '');
