/** An error: its HTTP status, and its title, which is also the default message. */
interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
}

/** Errors by code (`noun.problem`). */
export type ErrorDefinitions = Readonly<Record<`${string}.${string}`, ErrorDefinition>>;

/** Errors that access levels, schemas and limits imply, and those that several features share. */
export const commonErrors = {
  'request.invalid': { status: 400, title: 'The request is malformed' },
  'validation.failed': { status: 422, title: 'A value is not valid' },
  'webhook.signature-invalid': { status: 400, title: 'The webhook is not signed by the provider' },
  'token.missing': { status: 401, title: 'Sign in first' },
  'token.invalid': { status: 401, title: 'Your session has ended, sign in again' },
  'account.removed': { status: 401, title: 'This account has been removed' },
  'session.step-up-required': { status: 403, title: 'Confirm that it is you: sign in again' },
  'account.email-unverified': { status: 403, title: 'Confirm your e-mail address first' },
  'account.second-factor-required': {
    status: 403,
    title: 'Admins set up two-factor sign-in first',
  },
  'account.profile-missing': { status: 403, title: 'This account has no profile yet' },
  'account.suspended': {
    status: 403,
    title: 'Your account is suspended. Decisions, in your dashboard, says why and until when',
  },
  'role.forbidden': { status: 403, title: 'Your role does not allow this' },
  'route.not-found': { status: 404, title: 'There is nothing at this URL' },
  'body.too-large': { status: 413, title: 'The request body is too large' },
  'body.unsupported': { status: 415, title: 'This content type is not accepted' },
  'rate.limited': { status: 429, title: 'Too many requests, wait a little' },
  'identity.unavailable': {
    status: 503,
    title: 'Signing in is not possible right now, try again shortly',
  },
  'server.internal': { status: 500, title: 'Something went wrong on our side' },
  'server.unavailable': { status: 503, title: 'The marketplace is busy, try again shortly' },
} as const satisfies ErrorDefinitions;
