import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint. Conditions on the record ("the buyer of the order") are checked by the
 * use case and described in `accessRule`.
 *
 * - `public`: no token required; a valid token is used, an invalid one is rejected.
 * - `id-token`: an ID token of the identity provider.
 * - `session`: a marketplace token, with or without a user record.
 * - `user`: a marketplace token and an active user record.
 * - `seller`, `admin`, `seller-or-admin`: like `user`, with that role.
 * - `webhook`: a message signed by a provider; bearer tokens are ignored.
 */
export type Access =
  | 'public'
  | 'id-token'
  | 'session'
  | 'user'
  | 'seller'
  | 'admin'
  | 'seller-or-admin'
  | 'webhook';

/**
 * An API endpoint as data. Routes, the typed client, the OpenAPI document and the access tests derive
 * from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** URL path with `:name` placeholders for parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Condition on the record beyond `access`, as a phrase for the documentation. */
  readonly accessRule?: string;
  /** Step-up authentication: requires a sign-in at most `stepUpMaxAgeSeconds` ago. */
  readonly stepUp?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly response: TSchema;
  /** Errors specific to this endpoint. `possibleErrors` adds those of access, schemas and limits. */
  readonly errors: readonly ErrorCode[];
}

/** Defines an endpoint, preserving its literal types. Unknown properties are a compile error. */
export const endpoint = <const E extends Endpoint>(
  definition: E & Record<Exclude<keyof E, keyof Endpoint>, never>,
): E => definition;

/**
 * Age of a sign-in up to which an endpoint with `stepUp` accepts it. OWASP ASVS 5.0, 7.5.1 asks for
 * re-authentication without giving a number; 15 minutes is this project's choice.
 */
export const stepUpMaxAgeSeconds = 15 * 60;

type StaticOf<S> = S extends TSchema ? Static<S> : Record<never, never>;

export type ParamsOf<E extends Endpoint> = StaticOf<E['params']>;
export type QueryOf<E extends Endpoint> = StaticOf<E['query']>;
export type BodyOf<E extends Endpoint> = E['body'] extends TSchema ? Static<E['body']> : undefined;
export type ResponseOf<E extends Endpoint> = Static<E['response']>;

const tokenErrors = ['token.missing', 'token.invalid', 'account.removed'] as const;
const roleErrors = [...tokenErrors, 'account.profile-missing', 'role.forbidden'] as const;

const accessErrors: Record<Access, readonly ErrorCode[]> = {
  public: ['token.invalid', 'account.removed'],
  'id-token': ['token.missing', 'token.invalid', 'identity.unavailable'],
  session: tokenErrors,
  user: [...tokenErrors, 'account.profile-missing'],
  seller: roleErrors,
  admin: roleErrors,
  'seller-or-admin': roleErrors,
  webhook: ['webhook.signature-invalid'],
};

/**
 * All errors that an endpoint can respond with: its own, those implied by its access level and
 * schemas, and those common to all endpoints.
 */
export function possibleErrors(endpoint: Endpoint): readonly ErrorCode[] {
  // The body of a GET request is not parsed. Any other body is, even if the endpoint has no schema for it.
  const parsesBody = endpoint.method !== 'GET';
  const validates = parsesBody || endpoint.params || endpoint.query;
  return [
    ...new Set<ErrorCode>([
      ...(validates ? (['request.invalid'] as const) : []),
      ...(parsesBody ? (['body.too-large', 'body.unsupported'] as const) : []),
      ...accessErrors[endpoint.access],
      ...(endpoint.stepUp ? (['session.step-up-required'] as const) : []),
      ...endpoint.errors,
      'rate.limited',
      'server.unavailable',
      'server.internal',
    ]),
  ];
}
