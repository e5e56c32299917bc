import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import buildSerializer from 'fast-json-stringify';
import type {
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  FastifySerializerCompiler,
} from 'fastify';

/**
 * Ids as the API writes them. The library also takes capitals and `urn:uuid:`, and so does PostgreSQL:
 * with several spellings of an id, whatever is counted, cached or derived by it would exist several times.
 */
const canonicalUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

// Compiling all of the contract's schemas takes 100 ms and some megabytes. Each is compiled once per
// process, when it is first used.
const common = { removeAdditional: 'all', useDefaults: true, allErrors: false } as const;
const bodies = withFormats(new Ajv({ ...common, coerceTypes: false }));
const coerced = withFormats(new Ajv({ ...common, coerceTypes: true }));
const serializers = new WeakMap<object, (data: unknown) => string>();

/**
 * Compiles one of the contract's schemas into a validator. Bodies are validated strictly; parameters
 * and queries, which arrive as text, are coerced to the schema's types. Unknown body fields are removed,
 * so that a smuggled `role` or `varified` reaches no handler.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? bodies : coerced;
  return (data) => {
    // Cached by the library for each schema.
    const validate = ajv.compile(schema);
    if (!validate(data)) return { error: validate.errors ?? [] };
    const infinite = httpPart === 'body' ? undefined : findInfinite(data);
    return infinite === undefined ? true : { error: [infinite] };
  };
};

/**
 * An error for the first parameter that became an infinite number. The library turns `Infinity` and `1e999`
 * into one, and does not compare it with the limits of its schema.
 */
function findInfinite(parameters: unknown): FastifySchemaValidationError | undefined {
  const [name] =
    Object.entries(Object(parameters)).find(
      ([, value]) => typeof value === 'number' && !Number.isFinite(value),
    ) ?? [];
  if (name === undefined) return undefined;
  return {
    keyword: 'type',
    instancePath: `/${name}`,
    schemaPath: '',
    params: {},
    message: 'must be a finite number',
  };
}

/** Compiles one of the contract's response schemas into a serializer. */
export const compileSerializer: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (data) => {
    let serialize = serializers.get(schema);
    if (!serialize) {
      serialize = buildSerializer(schema);
      serializers.set(schema, serialize);
    }
    return serialize(data);
  };

function withFormats(ajv: Ajv): Ajv {
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addFormat('uuid', canonicalUuid);
  return ajv;
}
