import Stripe from 'stripe';

/** A Stripe account, with the names used in Stripe's dashboard. */
export interface StripeAccount {
  /** `sk_…`, or a restricted key `rk_…` with the permissions in docs/providers/stripe.md. */
  readonly secretKey: string;
  /** `pk_…`; sent to browsers. */
  readonly publishableKey: string;
  /** `whsec_…`, of the endpoint `/webhooks/stripe` for events of the account itself. */
  readonly webhookSecret: string;
  /** `whsec_…`, of the endpoint for events of connected accounts, if there is one. */
  readonly connectWebhookSecret?: string | undefined;
  /** Base URL of the API, in tests. */
  readonly apiBase?: string | undefined;
}

/**
 * Creates a client of Stripe's API. It states the version of the API that the package names, and
 * retries requests that fail with a network error or a server error twice under the same idempotency
 * key.
 *
 * @param options.timeoutMs for each attempt.
 */
export function createStripeClient(
  options: Pick<StripeAccount, 'secretKey' | 'apiBase'> & { timeoutMs?: number },
): Stripe {
  return new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 5000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(options.apiBase ? parseApiBase(options.apiBase) : {}),
  });
}

type StripeRejection =
  | Stripe.errors.StripeInvalidRequestError
  | Stripe.errors.StripeIdempotencyError;

const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;

/** Whether Stripe understood a request and rejected it; after any other error the outcome is unknown. */
export const isRejection = (error: unknown): error is StripeRejection =>
  error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError;

/**
 * Whether Stripe rejected a request with one of these codes. An unknown connected account is an error
 * of permission.
 */
export const isRejectedAs = (error: unknown, ...codes: string[]): boolean =>
  (isRejection(error) || error instanceof Stripe.errors.StripePermissionError) &&
  error.code !== undefined &&
  codes.includes(error.code);

/** An error of our own that must reach the caller as it is. */
type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Returns a function that makes a request and rethrows Stripe's rejections; any other error becomes
 * the port's error for an unknown outcome.
 *
 * @param refusal the port's error for what the provider refuses, which is rethrown too.
 */
export function createStripeCall(
  unavailable: new (message: string, options?: ErrorOptions) => Error,
  refusal: ErrorClass,
) {
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isRejection(error) || error instanceof refusal) throw error;
      throw new unavailable(`Stripe failed: ${name}`, { cause: error });
    }
  };
}

/** The id of an object that Stripe returns as an id, or expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

/** Whether a string can be the id of an object of a kind. Others are not put into a URL. */
export const isStripeId = (prefix: string, id: string): boolean =>
  new RegExp(`^${prefix}_\\w{1,250}$`).test(id);

export const toDate = (seconds: number): Date => new Date(seconds * 1000);
export const toSeconds = (date: Date): number => Math.ceil(date.getTime() / 1000);

/** Throws if a response is not an object of this kind, with a positive amount. */
export function requireObject(response: { object: string; amount: number }, object: string): void {
  if (response.object !== object || !Number.isSafeInteger(response.amount) || response.amount <= 0)
    throw new Error(`the response is not a ${object}`);
}

function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const secure = protocol === 'https:';
  return {
    protocol: secure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (secure ? 443 : 80),
  };
}
