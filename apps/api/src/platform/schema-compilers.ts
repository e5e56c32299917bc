import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import buildSerializer from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

// Compiling the contract's schemas takes 100 ms. It is done once for each schema and process, however
// many servers the process creates: the tests create more than a thousand.
const common = { removeAdditional: 'all', useDefaults: true, allErrors: false } as const;
const bodies = withFormats(new Ajv({ ...common, coerceTypes: false }));
const coerced = withFormats(new Ajv({ ...common, coerceTypes: true }));
const serializers = new WeakMap<object, (data: unknown) => string>();

/**
 * Compiles one of the contract's schemas into a validator. Bodies are validated strictly; parameters
 * and queries, which arrive as text, are coerced to the schema's types. Unknown body fields are removed,
 * so that a smuggled `role` or `varified` reaches no handler.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : coerced).compile(schema);

/** Compiles one of the contract's response schemas into a serializer. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const serializer = serializers.get(schema) ?? buildSerializer(schema);
  serializers.set(schema, serializer);
  return serializer;
};

function withFormats(ajv: Ajv): Ajv {
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
}
