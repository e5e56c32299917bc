/**
 * A product's name as written by its seller. Numbers are kept together with their units, and
 * right-to-left names are laid out correctly.
 */
export function ProductName({ name }: { name: string }) {
  return <bdi>{joinUnits(name)}</bdi>;
}

/** Replaces the space between a number and its unit by a no-break space: `256 GB`. */
export const joinUnits = (text: string): string =>
  text.replace(/(\d) (?=(?:[KMGT]B|mAh|MP|mm|cm|inch|Hz)(?![\p{L}\d]))/giu, '$1\u00a0');
