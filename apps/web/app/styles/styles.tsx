import { useNonce } from '../nonce.ts';
import url from './app.css?url';

const id = 'styles';

/** In development Vite replaces the file on changes. */
const linked = import.meta.env.DEV;

export const stylesheetLinks = linked ? [{ rel: 'stylesheet', href: url }] : [];

/** Stands for the styles while a page is rendered. Nothing else in the page knows the nonce. */
export const stylesPlaceholder = (nonce: string | undefined): string => `/* ${nonce} */`;

/**
 * The styles, inlined: about ten kilobytes compressed. A separate file would delay the first paint
 * by a round trip. The server inserts them when the page is rendered (`insertStyles`), since they are half
 * of it; the client bundle reads them from the page instead of containing them again.
 */
export function Styles() {
  const nonce = useNonce();
  if (linked) return null;
  const text = import.meta.env.SSR ? stylesPlaceholder(nonce) : inserted;
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

const inserted = import.meta.env.SSR ? '' : (document.getElementById(id)?.textContent ?? '');
