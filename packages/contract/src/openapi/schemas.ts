import Type from 'typebox';
import { Deleted, Inserted, Modified } from '../common-schemas.ts';
import * as contract from '../index.ts';

/** An error answer, as `ProblemBody` types it. */
const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String({ description: 'What the code means' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'The sentence to show' }),
    code: Type.String({ description: 'What a program can act on' }),
    message: Type.String({ description: 'The same as `detail`' }),
    acknowledged: Type.Optional(Type.Literal(false, { description: 'Comes with a refused order' })),
    field: Type.Optional(Type.String({ description: 'The field at fault, such as `body.phone`' })),
  },
  { description: 'RFC 9457, with the text once more as `message`' },
);

const exported = Object.entries<unknown>(contract).filter(
  ([, value]) => typeof value === 'object' && (value as { type?: unknown }).type === 'object',
);

/** The schemas that have a name in the document. */
const namedSchemas = new Map<unknown, string>([
  [Problem, 'Problem'],
  [Inserted, 'Inserted'],
  [Modified, 'Modified'],
  [Deleted, 'Deleted'],
  ...exported.map(([name, schema]) => [schema, name] as const),
]);

/** Collects the named schemas that a document refers to. */
export function createSchemaRegistry() {
  const components: Record<string, unknown> = {};

  /** A schema as JSON, its named parts as references. */
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
