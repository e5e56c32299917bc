import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Who may reach a call at all. Finer rules ("the buyer of the order") belong to the use case and are
 * told in `rule`.
 *
 * - `public`: no token needed; a valid one is used, an invalid one is refused.
 * - `id-token`: an ID token of the identity provider.
 * - `session`: a marketplace token, with or without a user record.
 * - `user`: a marketplace token and a living user record.
 * - `seller`, `admin`, `seller-or-admin`: the same, in that role.
 * - `webhook`: a provider's signed message; a bearer token counts for nothing.
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

/** One call of the API, as data: routes, client, OpenAPI document and access tests are made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for each parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The row condition beyond `access`, in words. */
  readonly accessRule?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly response: TSchema;
  /** Errors of the call's own; those of its access, schema and limits are added by `errorsOf`. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps an endpoint's literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

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
 * Every error that a call can answer with: its own, those that its access and schemas bring, and
 * those that any call may meet.
 */
export function possibleErrors(call: Endpoint): readonly ErrorCode[] {
  // What comes with a GET is not read; a body that no other call asks for is, and can be malformed.
  const read = call.method !== 'GET';
  const checked = read || call.params || call.query;
  return [
    ...new Set<ErrorCode>([
      ...(checked ? (['request.invalid'] as const) : []),
      ...(read ? (['body.too-large', 'body.unsupported'] as const) : []),
      ...accessErrors[call.access],
      ...call.errors,
      'rate.limited',
      'server.unavailable',
      'server.internal',
    ]),
  ];
}
