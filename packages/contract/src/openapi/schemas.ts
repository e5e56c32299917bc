import Type from 'typebox';
import { Deleted, Inserted, Modified } from '../common-schemas.ts';
import * as contract from '../index.ts';

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

const exported = Object.entries<unknown>(contract).filter(
  ([, value]) => typeof value === 'object' && (value as { type?: unknown }).type === 'object',
);

/** The schemas that become named components of the document. */
const namedSchemas = new Map<unknown, string>([
  [Problem, 'Problem'],
  [Inserted, 'Inserted'],
  [Modified, 'Modified'],
  [Deleted, 'Deleted'],
  ...exported.map(([name, schema]) => [schema, name] as const),
]);

/** Creates a registry that collects the named schemas a document refers to. */
export function createSchemaRegistry() {
  const components: Record<string, unknown> = {};

  /** Converts a schema to JSON with references to its named parts. */
  function schemaOf(schema: unknown): unknown {
    const name = namedSchemas.get(schema);
    if (name === undefined) return copyOf(schema);
    if (!(name in components)) {
      components[name] = {};
      components[name] = copyOf(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function copyOf(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(schemaOf);
    if (typeof schema !== 'object' || schema === null) return schema;
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, schemaOf(value)]));
  }

  return { schemaOf, problem: () => schemaOf(Problem), components };
}
