/** A request as the fake Stripe handles it. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  /** The connected account on whose behalf the request is made. */
  readonly account: string | undefined;
}

/** A response in Stripe's format. */
export interface StripeResponse {
  readonly status: number;
  readonly body: object;
}

export const ok = (body: object): StripeResponse => ({ status: 200, body });

export const errorResponse = (
  status: number,
  type: string,
  code: string,
  message: string,
  param?: string,
): StripeResponse => ({
  status,
  body: {
    error: {
      type,
      code,
      message,
      ...(param ? { param } : {}),
      doc_url: `https://stripe.com/docs/error-codes/${code}`,
    },
  },
});

export const invalid = (
  code: string,
  message: string,
  { status = 400, param }: { status?: number; param?: string } = {},
): StripeResponse => errorResponse(status, 'invalid_request_error', code, message, param);

export const missing = (object: string, id: string): StripeResponse =>
  invalid('resource_missing', `No such ${object}: '${id}'`, { status: 404, param: 'id' });

/** Returns the error for the first parameter that Stripe does not know. */
export function findUnknownParameter(form: URLSearchParams, known: RegExp) {
  const name = [...form.keys()].find((key) => !known.test(key));
  return name && invalid('parameter_unknown', `Received unknown parameter: ${name}`);
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/**
 * Lists objects as Stripe does: newest first, filtered by creation time, in pages of `limit` objects
 * that continue after the object `starting_after`.
 *
 * @param objects oldest first.
 */
export function toList(
  objects: readonly { id: string; created: number }[],
  { path, query }: Pick<StripeRequest, 'path' | 'query'>,
): StripeResponse {
  const from = Number(query.get('created[gte]') ?? 0);
  const to = Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY);
  const all = objects.filter(({ created }) => created >= from && created < to).reverse();
  const after = query.get('starting_after');
  const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const limit = Number(query.get('limit') ?? 10);
  if (limit < 1 || limit > 100) return invalid('parameter_invalid_integer', 'Invalid limit');
  const data = rest.slice(0, limit);
  return ok({ object: 'list', data, has_more: rest.length > limit, url: path });
}
