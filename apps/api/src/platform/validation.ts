import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Compiles the contract's schemas into validators. Bodies are taken as they are typed; parameters
 * and queries, which arrive as text, are turned into what their schema says. Unknown body fields are
 * dropped (a `role` or `varified` that somebody slips in reaches no handler).
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const common = { removeAdditional: 'all', useDefaults: true, allErrors: false } as const;
  const bodies = withFormats(new Ajv({ ...common, coerceTypes: false }));
  const texts = withFormats(new Ajv({ ...common, coerceTypes: true }));
  return ({ schema, httpPart }) => (httpPart === 'body' ? bodies : texts).compile(schema);
}

function withFormats(ajv: Ajv): Ajv {
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  return ajv;
}
