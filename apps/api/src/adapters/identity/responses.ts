import type { FastifyReply } from 'fastify';

/** The body of an error response, in Better Auth's format. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

/** Messages for codes whose own message is not meant for users. */
const messages = {
  INVALID_TOKEN: 'This link has been used or has run out. Ask for a new one.',
  USER_NOT_FOUND: 'This link has been used or has run out. Ask for a new one.',
  EMAIL_NOT_VERIFIED: 'Confirm your e-mail address first: we have mailed you the link again',
  INVALID_PASSWORD: 'The current password is not right',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'This account has no password yet',
  PASSWORD_TOO_LONG: 'This password is too long',
  VALIDATION_ERROR: 'The request is malformed',
  UNAUTHORIZED: 'Your session has ended, sign in again',
  INVALID_CODE: 'This code is not right, or has been used. Enter the one that the app shows now.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or has been used',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in took too long. Close this, and sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Close this, and sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes for this account, wait a quarter of an hour',
  PASSKEY_NOT_FOUND: 'This passkey was removed from its account. Sign in another way.',
  AUTHENTICATION_FAILED: 'The passkey did not work. Try again.',
  CHALLENGE_NOT_FOUND: 'This took too long. Try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey was not added. Try again.',
  RATE_LIMITED: 'Too many requests, wait a little',
  FAILED: 'Something went wrong, try again',
} as const;

const codesByStatus: Record<number, string> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  429: 'RATE_LIMITED',
};

/** Sends a response of Better Auth; errors always have a code and a message for users. */
export async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store');
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const retryAfter = response.headers.get('x-retry-after');
  if (retryAfter) reply.header('retry-after', retryAfter);
  const text = await response.text();
  reply.type('application/json; charset=utf-8');
  if (response.status < 400) return reply.send(text);
  return reply.send(JSON.stringify(toErrorBody(response.status, text)));
}

/**
 * Responds to a sign-up where addresses must be verified: the same for addresses with and without an
 * account, and without a session.
 */
export const sendSignUpAccepted = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ token: null }));

/** Responds to the first of two steps of a sign-in: no session, and no cookies. */
export const sendChallenge = (reply: FastifyReply, challenge: string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ token: null, challenge }));

/** Responds 429 with `Retry-After`. */
export function sendRateLimited(reply: FastifyReply, seconds: number): FastifyReply {
  const code = 'RATE_LIMITED';
  reply.header('retry-after', seconds);
  return sendError(reply, 429, { code, message: messages[code] });
}

export function sendError(reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function toErrorBody(status: number, text: string): ErrorBody {
  const given = parseErrorBody(text);
  const code = given.code ?? codesByStatus[status] ?? 'FAILED';
  const own = code in messages ? messages[code as keyof typeof messages] : undefined;
  return { code, message: own ?? given.message ?? messages.FAILED };
}

function parseErrorBody(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
