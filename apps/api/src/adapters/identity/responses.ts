import type { FastifyReply } from 'fastify';

/** An error answer of the identity routes: Better Auth's shape. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

/** Sentences for codes whose own message is meant for programmers. */
const messages = {
  INVALID_TOKEN: 'This link has been used or has run out. Ask for a new one.',
  USER_NOT_FOUND: 'This link has been used or has run out. Ask for a new one.',
  PASSWORD_TOO_LONG: 'This password is too long',
  VALIDATION_ERROR: 'The request is malformed',
  UNAUTHORIZED: 'Your session has ended, sign in again',
  RATE_LIMITED: 'Too many requests, wait a little',
  FAILED: 'Something went wrong, try again',
} as const;

const codesByStatus: Record<number, string> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  429: 'RATE_LIMITED',
};

/** Sends an answer of Better Auth; an error always has a code and a sentence to show. */
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

/** Refuses somebody who asks too often. */
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
