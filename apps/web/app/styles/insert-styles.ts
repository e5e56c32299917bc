import { hashSource } from '../inline-hashes.ts';
import inlined from './app.css?inline';
import { stylesPlaceholder } from './styles.tsx';

/** The source expression of the styles, for the content security policy. */
export const stylesHash = hashSource(inlined);

/** Inserts the styles into a rendered page, in place of what `Styles` renders on the server. */
export const insertStyles = (html: string, nonce: string): string =>
  html.replace(stylesPlaceholder(nonce), () => inlined);
