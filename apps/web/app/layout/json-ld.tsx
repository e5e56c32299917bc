import { useNonce } from '../nonce.ts';

/**
 * A data block for crawlers; never executed.
 *
 * @param text JSON without `<`
 */
export function JsonLd({ type, text }: { type: `application/${string}`; text: string }) {
  const nonce = useNonce();
  return (
    <script
      type={type}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped by the caller
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
