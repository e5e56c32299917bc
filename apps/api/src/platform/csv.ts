/**
 * A line of a CSV file (RFC 4180). Texts that a spreadsheet would take for a formula begin with an
 * apostrophe (OWASP, CSV injection).
 */
export const toCsvLine = (values: readonly (string | number)[]): string =>
  `${values.map(toField).join(',')}\r\n`;

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
