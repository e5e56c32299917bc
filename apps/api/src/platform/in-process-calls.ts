import type { Endpoint, ProblemBody } from '@redial/contract';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { describeError } from './error-handler.ts';
import { toProblemBody } from './problem.ts';
import { compileSerializer, compileValidator } from './schema-compilers.ts';

/** What a call reads; values are written as in a URL. `undefined` is the same as no value. */
export interface InProcessInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** For whom a page is rendered. */
export interface InProcessCaller {
  /** The client's IP address, which the limits of routes count. */
  readonly ip: string;
  readonly log: FastifyBaseLogger;
}

/** What a client would have got: the parsed body, or that of a problem. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The parts of a request and its reply that handlers of public reads use. */
type Handle = (context: {
  readonly params: unknown;
  readonly query: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}) => Promise<unknown>;

type Call = (input: InProcessInput, caller: InProcessCaller) => Promise<InProcessResponse>;

/**
 * Public reads as pages make them while they are rendered: anonymous, and without HTTP. Limits of the
 * route, validation, serialization and errors are those of a request; hooks of the server, such as those
 * for security headers, do not apply.
 */
export interface InProcessCalls {
  add(endpoint: Endpoint, config: FastifyContextConfig, handle: Handle): void;
  /** @throws TypeError if there is no such public read. */
  call(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    input: InProcessInput,
    caller: InProcessCaller,
  ): Promise<InProcessResponse>;
}

export function createInProcessCalls(): InProcessCalls {
  const calls = new Map<string, Call>();
  return {
    add: (endpoint, config, handle) => {
      calls.set(`${endpoint.method} ${endpoint.path}`, createCall(endpoint, config, handle));
    },
    call: async ({ method, path }, input, caller) => {
      const call = calls.get(`${method} ${path}`);
      if (!call) throw new TypeError(`${method} ${path} is not a public read`);
      return call(input, caller);
    },
  };
}

function createCall(endpoint: Endpoint, config: FastifyContextConfig, handle: Handle): Call {
  const { method, path: url } = endpoint;
  const compile = (httpPart: 'params' | 'querystring', schema: object | undefined) => {
    const validate = schema && compileValidator({ schema, httpPart, method, url });
    return (values: InProcessInput['params'] = {}): unknown => {
      const data = toText(values);
      const result = validate?.(data) as true | { error: unknown } | undefined;
      // The shape of Fastify's own error, which the error handler describes.
      if (typeof result === 'object') {
        throw Object.assign(new Error(), { validation: result.error, validationContext: httpPart });
      }
      return data;
    };
  };
  const parseParams = compile('params', endpoint.params);
  const parseQuery = compile('querystring', endpoint.query);
  const serialize = compileSerializer({
    schema: endpoint.response,
    method,
    url,
    httpStatus: '200',
  });

  return async (input, { ip, log }) => {
    const { reply, headers } = createReply();
    try {
      const request = { headers: {}, ip, log, params: input.params } as unknown as FastifyRequest;
      await config.checkLimits?.(request, reply);
      const params = parseParams(input.params);
      const query = parseQuery(input.query);
      const value = await handle({ params, query, request, reply });
      if (value === reply) throw new Error(`${method} ${url} sends its response itself`);
      return { status: 200, headers, body: JSON.parse(serialize(value)) };
    } catch (error) {
      const body: ProblemBody = toProblemBody(describeError(error, endpoint, log));
      return { status: body.status, headers, body: { ...body, ...config.errorFields } };
    }
  };
}

const toText = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** A reply that collects headers. */
function createReply(): { reply: FastifyReply; headers: Headers } {
  const headers = new Headers();
  const reply: Pick<FastifyReply, 'header' | 'getHeader'> = {
    header: (name, value) => {
      headers.set(name, String(value));
      return reply as FastifyReply;
    },
    getHeader: (name) => headers.get(name) ?? undefined,
  };
  return { reply: reply as FastifyReply, headers };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the public reads of pages. */
    inProcess: Pick<InProcessCalls, 'call'>;
  }
}
