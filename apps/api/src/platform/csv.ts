/**
 * What a spreadsheet takes for the begin of a formula, also in full width and after white space
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaStart = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
/**
 * The same behind a semicolon or tab, which start a cell where these separate the columns, as in Excel in
 * most of Europe. Quotation marks do not prevent it, since the line does not begin with one.
 */
const formulaInside = /([;\t]"?)(?=\s*[=+\-@＝＋－＠])/gu;

/**
 * A line of a CSV file (RFC 4180). Texts that a spreadsheet would take for a formula begin with an
 * apostrophe.
 */
export const toCsvLine = (values: readonly (string | number)[]): string =>
  `${values.map(toField).join(',')}\r\n`;

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = (formulaStart.test(value) ? `'${value}` : value).replaceAll(formulaInside, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
