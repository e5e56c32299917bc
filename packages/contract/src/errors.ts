/**
 * The error catalogue: every error code with its HTTP status and title. The title is also the default
 * message of an error that is thrown without a more specific one.
 */
export const errors = {
  'request.invalid': { status: 400, title: 'The request is malformed' },
  'webhook.signature-invalid': { status: 400, title: 'The webhook is not signed by the provider' },
  'image.corrupt': { status: 400, title: 'The picture cannot be read' },
  'token.missing': { status: 401, title: 'Sign in first' },
  'token.invalid': { status: 401, title: 'Your session has ended, sign in again' },
  'account.removed': { status: 401, title: 'This account has been removed' },
  'session.step-up-required': {
    status: 403,
    title: 'Confirm that it is you: sign in again',
  },
  'account.email-unverified': { status: 403, title: 'Confirm your e-mail address first' },
  'account.profile-missing': { status: 403, title: 'This account has no profile yet' },
  'account.not-owner': { status: 403, title: 'This belongs to somebody else' },
  'role.forbidden': { status: 403, title: 'Your role does not allow this' },
  'product.not-owner': { status: 403, title: 'This product belongs to another seller' },
  'product.own-product': { status: 403, title: 'You cannot order your own product' },
  'route.not-found': { status: 404, title: 'There is nothing at this URL' },
  'category.not-found': { status: 404, title: 'There is no such category' },
  'product.not-found': { status: 404, title: 'This product is no longer offered' },
  'order.not-found': { status: 404, title: 'There is no such order' },
  'user.not-found': { status: 404, title: 'There is no such user' },
  'seller.not-found': { status: 404, title: 'There is no such seller' },
  'report.not-found': { status: 404, title: 'There is no open report on this product' },
  'image.not-found': { status: 404, title: 'There is no such picture' },
  'account.email-taken': { status: 409, title: 'Another account has this e-mail address' },
  'user.is-admin': { status: 409, title: 'An admin cannot be deleted' },
  'product.sold': { status: 409, title: 'This product has just been sold' },
  'product.has-active-order': { status: 409, title: 'An order on this product is open' },
  'product.already-reported': { status: 409, title: 'You have already reported this product' },
  'order.limit-reached': { status: 409, title: 'You hold too many unpaid orders' },
  'order.already-paid': { status: 409, title: 'This order is already paid' },
  'order.closed': { status: 409, title: 'This order has been cancelled' },
  'order.invalid-status': { status: 409, title: 'The order is in another state by now' },
  'order.chargeback-open': {
    status: 409,
    title: 'A chargeback on this order is open: no money moves until it is decided',
  },
  'payment.processing': { status: 409, title: 'A payment for this order is being processed' },
  'payment.not-succeeded': { status: 409, title: 'The card payment has not gone through' },
  'payment.mismatch': { status: 409, title: 'This payment does not belong to this order' },
  'body.too-large': { status: 413, title: 'The request body is too large' },
  'image.too-large': { status: 413, title: 'The picture is too large' },
  'body.unsupported': { status: 415, title: 'This content type is not accepted' },
  'image.unsupported': { status: 415, title: 'This picture format is not supported' },
  'validation.failed': { status: 422, title: 'A value is not valid' },
  'price.mismatch': { status: 422, title: "The price is not the order's price" },
  'rate.limited': { status: 429, title: 'Too many requests, wait a little' },
  'server.internal': { status: 500, title: 'Something went wrong on our side' },
  'identity.unavailable': {
    status: 503,
    title: 'Signing in is not possible right now, try again shortly',
  },
  'image.unavailable': {
    status: 503,
    title: 'Pictures cannot be stored right now, try again shortly',
  },
  'payment.unavailable': { status: 503, title: 'The card provider cannot be reached' },
  'server.unavailable': { status: 503, title: 'The marketplace is busy, try again shortly' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errors;

/**
 * Body of an error response: RFC 9457 problem details plus `message` (equal to `detail`), which the
 * clients of the specification display. `acknowledged: false` is set if an order was not placed.
 */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly acknowledged?: false;
  /** For `request.invalid` and `validation.failed`: the invalid field, such as `body.phone`. */
  readonly field?: string;
}
