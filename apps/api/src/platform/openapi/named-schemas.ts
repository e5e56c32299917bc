import * as contract from '@redial/contract';
import { Deleted, Inserted, Modified } from '@redial/contract/openapi';
import Type from 'typebox';

/** Schema of an error response, equivalent to the type `ProblemBody`. */
const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String({ description: 'The meaning of the code' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'A sentence to show to the user' }),
    code: Type.String({ description: 'The machine-readable error code' }),
    message: Type.String({ description: 'Equal to `detail`' }),
    acknowledged: Type.Optional(
      Type.Literal(false, { description: 'Set if an order was not placed' }),
    ),
    field: Type.Optional(Type.String({ description: 'The invalid field, such as `body.phone`' })),
  },
  { description: 'RFC 9457 problem details, plus `message`' },
);

/** Names of the schemas that become components of the document where they are referenced. */
const names = new Map<unknown, string>([
  [Problem, 'Problem'],
  [Inserted, 'Inserted'],
  [Modified, 'Modified'],
  [Deleted, 'Deleted'],
  ...Object.entries<unknown>(contract)
    .filter(
      ([, value]) => typeof value === 'object' && (value as { type?: unknown }).type === 'object',
    )
    .map(([name, schema]) => [schema, name] as const),
]);

/** The components that have been referenced so far. */
export const schemaComponents: Record<string, object> = {};

/** Converts a schema to plain JSON; named schemas become references. */
export function withReferences(schema: object): object {
  const name = names.get(schema);
  if (!name) return copySchema(schema);
  schemaComponents[name] ??= copySchema(schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** Converts a schema to plain JSON, with references to the named schemas within it. */
export function copySchema(schema: object): object {
  const convert = (part: unknown) =>
    typeof part === 'object' && part !== null ? withReferences(part) : part;
  return Array.isArray(schema)
    ? schema.map(convert)
    : Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, convert(part)]));
}

export const problemSchema = withReferences(Problem);
