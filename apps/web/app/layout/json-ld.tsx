/**
 * A data block for crawlers; never executed.
 *
 * @param text JSON without `<`
 */
export function JsonLd({ type, text }: { type: `application/${string}`; text: string }) {
  return (
    <script
      type={type}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped by the caller
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
