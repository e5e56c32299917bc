import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Compiles the contract's schemas into validators. Bodies are validated strictly; parameters and
 * queries, which arrive as text, are coerced to the schema's types. Unknown body fields are removed, so
 * that a smuggled `role` or `varified` reaches no handler.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const common = { removeAdditional: 'all', useDefaults: true, allErrors: false } as const;
  const bodies = withFormats(new Ajv({ ...common, coerceTypes: false }));
  const coerced = withFormats(new Ajv({ ...common, coerceTypes: true }));
  return ({ schema, httpPart }) => (httpPart === 'body' ? bodies : coerced).compile(schema);
}

function withFormats(ajv: Ajv): Ajv {
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
}
