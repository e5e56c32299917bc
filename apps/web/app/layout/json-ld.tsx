import { useNonce } from '../nonce.ts';

/**
 * Data for machines inside the page, which nothing runs.
 *
 * @param text JSON in which no `<` stands
 */
export function JsonLd({ type, text }: { type: `application/${string}`; text: string }) {
  const nonce = useNonce();
  return (
    <script
      type={type}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped by whoever gives it
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
