import type { Static, TObject, TSchema } from 'typebox';
import type { AuditAction } from './audit-actions.ts';
import type { commonErrors } from './common-errors.ts';
import type { StaffRole } from './staff.ts';

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
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** URL path with `:name` placeholders for parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /**
   * The staff roles that may call it as admins may. Every endpoint for admins states it: `[]` if it is for
   * admins alone. Elsewhere it lets staff see what admins see.
   */
  readonly staff?: readonly StaffRole[];
  /** Condition on the record beyond `access`, as a phrase for the documentation. */
  readonly accessRule?: string;
  /**
   * Requires a verified e-mail address, on installations that require one
   * (`REQUIRE_VERIFIED_EMAIL`).
   */
  readonly verifiedEmail?: true;
  /** Begins something new, which people who are suspended may not; what is under way goes on. */
  readonly notSuspended?: true;
  /** Step-up authentication: requires a sign-in at most `stepUpMaxAgeSeconds` ago. */
  readonly stepUp?: true;
  /** The action that the audit log records, in the transaction of the change. */
  readonly audit?: AuditAction;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly response: TSchema;
  /**
   * Codes of the errors specific to this endpoint. `possibleErrors` adds those of access, schemas and
   * limits. A test compares them with the error catalogue, which depends on the endpoints' modules.
   */
  readonly errors: readonly string[];
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

type CommonErrorCode = keyof typeof commonErrors;

const tokenErrors = ['token.missing', 'token.invalid', 'account.removed'] as const;
const roleErrors = [...tokenErrors, 'account.profile-missing', 'role.forbidden'] as const;

const adminErrors = [...roleErrors, 'account.second-factor-required'] as const;

const accessErrors = {
  public: ['token.invalid', 'account.removed'],
  'id-token': ['token.missing', 'token.invalid', 'identity.unavailable'],
  session: tokenErrors,
  user: [...tokenErrors, 'account.profile-missing'],
  seller: roleErrors,
  admin: adminErrors,
  'seller-or-admin': adminErrors,
  webhook: ['webhook.signature-invalid'],
} as const satisfies Record<Access, readonly CommonErrorCode[]>;

const inputErrors = ['request.invalid'] as const;
const bodyErrors = ['body.too-large', 'body.unsupported'] as const;
const stepUpErrors = ['session.step-up-required'] as const;
const verifiedEmailErrors = ['account.email-unverified'] as const;
const notSuspendedErrors = ['account.suspended'] as const;
const anyEndpointErrors = ['rate.limited', 'server.unavailable', 'server.internal'] as const;

/** Whether Fastify parses a request body. It does for every method but GET, with or without a schema. */
type ParsesBody<E extends Endpoint> = E['method'] extends 'GET' ? false : true;
type HasInput<E extends Endpoint> = E extends { params: object } | { query: object }
  ? true
  : ParsesBody<E>;

/** The error codes that `possibleErrors` lists for an endpoint, as a type. */
export type ErrorsOf<E extends Endpoint> =
  | E['errors'][number]
  | (typeof accessErrors)[E['access']][number]
  | (ParsesBody<E> extends true ? (typeof bodyErrors)[number] : never)
  | (HasInput<E> extends true ? (typeof inputErrors)[number] : never)
  | (E extends { stepUp: true } ? (typeof stepUpErrors)[number] : never)
  | (E extends { verifiedEmail: true } ? (typeof verifiedEmailErrors)[number] : never)
  | (E extends { notSuspended: true } ? (typeof notSuspendedErrors)[number] : never)
  | (typeof anyEndpointErrors)[number];

/** Errors that an endpoint does not declare but can respond with: those of access, schemas and limits. */
export function impliedErrors(endpoint: Endpoint): readonly CommonErrorCode[] {
  const parsesBody = endpoint.method !== 'GET';
  const hasInput = parsesBody || endpoint.params || endpoint.query;
  return [
    ...(hasInput ? inputErrors : []),
    ...(parsesBody ? bodyErrors : []),
    ...accessErrors[endpoint.access],
    ...(endpoint.stepUp ? stepUpErrors : []),
    ...(endpoint.verifiedEmail ? verifiedEmailErrors : []),
    ...(endpoint.notSuspended ? notSuspendedErrors : []),
    ...anyEndpointErrors,
  ];
}
