import { type Endpoint, type ErrorCode, errors, possibleErrors } from '@redial/contract';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { CardPaymentsUnavailable } from '../ports/card-payments.ts';
import { IdentityUnavailable } from '../ports/identity.ts';
import { ImagesUnavailable } from '../ports/image-store.ts';
import { PayoutsUnavailable } from '../ports/payouts.ts';
import { isDatabaseUnavailable, isInvalidValue } from './database-errors.ts';
import { isNavigation, renderErrorPage } from './error-page.ts';
import { Problem, toProblemBody } from './problem.ts';

/** Seconds after which a client may retry, where the cause of the error does not tell. */
const retryAfterSeconds = 2;

/** What is wrong with a value, in words for people: Ajv's own speak of "NOT fewer than 1 characters". */
function describeViolation(violation: FastifySchemaValidationError | undefined): string {
  const limit = violation?.params.limit;
  switch (violation?.keyword) {
    case 'required':
      return 'is required';
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'format':
    case 'pattern':
      return 'is not valid';
    default:
      return violation?.message ?? 'is not valid';
  }
}

/** Maps anything thrown to a problem. Unknown errors become `server.internal` without details. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof CardPaymentsUnavailable) return new Problem('payment.unavailable');
  if (error instanceof PayoutsUnavailable) return new Problem('payout.unavailable');
  if (error instanceof IdentityUnavailable) return new Problem('identity.unavailable');
  if (error instanceof ImagesUnavailable) return new Problem('image.unavailable');
  if (isDatabaseUnavailable(error)) return new Problem('server.unavailable');
  if (isInvalidValue(error)) return new Problem('request.invalid', 'A value cannot be stored');
  const { validation, validationContext, statusCode, message } = error as Partial<FastifyError>;
  if (validation) {
    const [first] = validation;
    // Clients know Fastify's "querystring" as the query.
    const part = validationContext === 'querystring' ? 'query' : validationContext;
    const path = `${part}${first?.instancePath.replaceAll('/', '.') ?? ''}`;
    const missing = first?.params.missingProperty;
    const field = typeof missing === 'string' ? `${path}.${missing}` : path;
    return new Problem('request.invalid', `${field} ${describeViolation(first)}`, field);
  }
  const byStatus: Partial<Record<number, ErrorCode>> = {
    400: 'request.invalid',
    404: 'route.not-found',
    413: 'body.too-large',
    414: 'request.invalid',
    415: 'body.unsupported',
    429: 'rate.limited',
    503: 'server.unavailable',
  };
  const code = statusCode === undefined ? undefined : byStatus[statusCode];
  if (!code) return new Problem('server.internal');
  return code === 'request.invalid' ? new Problem(code, message) : new Problem(code);
}

/** Log message of an error that its endpoint does not declare. Fails any test that causes it. */
export const undeclaredErrorMessage = 'the endpoint does not declare this error';

/**
 * Replaces an error that the endpoint neither declares nor implies by `server.internal`, and logs it:
 * clients only handle the errors of the contract.
 */
function requireDeclared(
  problem: Problem,
  endpoint: Endpoint | undefined,
  log: FastifyBaseLogger,
): Problem {
  if (!endpoint || possibleErrors(endpoint).includes(problem.code)) return problem;
  const { method, path } = endpoint;
  log.error({ err: problem, code: problem.code, method, path }, undeclaredErrorMessage);
  return new Problem('server.internal');
}

/**
 * The problem that a client is told of for anything thrown. Logs what is the server's fault.
 *
 * @param endpoint that threw, if it is part of the contract.
 */
export function describeError(
  error: unknown,
  endpoint: Endpoint | undefined,
  log: FastifyBaseLogger,
): Problem {
  const problem = requireDeclared(toProblem(error), endpoint, log);
  if (errors[problem.code].status >= 500) {
    log.error({ err: error, code: problem.code }, 'request failed');
  }
  return problem;
}

/**
 * Sends any error as `application/problem+json`, and as a page where a browser would show it to a person.
 */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = describeError(error, request.routeOptions.config.endpoint, request.log);
  const { status } = errors[problem.code];
  const isTemporary = status === 503 || status === 429;
  if (isTemporary && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSeconds);
  }
  if (isNavigation(request)) {
    const { html, headers } = renderErrorPage(problem);
    return reply.code(status).headers(headers).serializer(String).send(html);
  }
  const body = toProblemBody(problem);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, ...request.routeOptions.config.errorFields });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields that every error response of the route has in addition. */
    errorFields?: object;
  }
}
