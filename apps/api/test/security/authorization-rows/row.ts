import type { Endpoint } from '@redial/contract';
import * as contract from '@redial/contract';
import type { TestUser } from '../../test-app.ts';

const staff = ['moderator', 'support'] as const;
const ownCallers = ['buyer', 'other buyer', 'seller', 'other seller', 'admin'] as const;
export const callers = [...ownCallers, ...staff] as const;
export type Caller = (typeof callers)[number];

/** The rows of one case: a buyer's order that is paid but not recorded, on a seller's product. */
export interface Fixtures {
  readonly users: Record<Caller, TestUser>;
  readonly ordered: string;
  readonly free: string;
  /** A device of the seller. */
  readonly device: string;
  /** The conversation of the buyer with the seller, which has no report. */
  readonly chat: string;
  /** A report of another conversation of the two. */
  readonly chatReport: string;
  /** An open offer of the buyer to the seller. */
  readonly offer: string;
  /** Decisions of another admin about the seller, and an appeal against the second one. */
  readonly ban: string;
  readonly changes: string;
  readonly appeal: string;
  /** A saved search of the buyer. */
  readonly savedSearch: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly img: string;
}
export interface MatrixRow {
  readonly call: Endpoint;
  /** The row that the request targets. */
  readonly about: string;
  readonly input: (
    rows: Fixtures,
    caller: TestUser,
  ) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };
  /** The expected code per caller; `ok` if the request is allowed. */
  readonly codes: Record<Caller, string>;
  readonly changes: boolean;
}

/** The codes of the buyer, another buyer, the seller, another seller and the admin. */
export type Codes = [string, string, string, string, string];

export const row = (
  call: Endpoint,
  about: string,
  input: MatrixRow['input'],
  codes: Codes,
  changes = false,
): MatrixRow => ({
  call,
  about,
  input,
  changes,
  codes: {
    ...Object.fromEntries(ownCallers.map((caller, i) => [caller, codes[i]])),
    ...Object.fromEntries(staff.map((role) => [role, codes[staffCode(call, role)]])),
  } as MatrixRow['codes'],
});

/** Whose code a member of the staff gets: an admin's where the endpoint names the role, else a buyer's. */
const staffCode = (call: Endpoint, role: contract.StaffRole): number =>
  call === contract.becomeSeller || call.staff?.includes(role) ? 4 : 1;

export const noRole = 'role.forbidden';
export const notYours = 'account.not-owner';
export const hidden = 'order.not-found';
export const notOnHold = 'availability-alert.not-on-hold';
export const noOffer = 'offer.not-found';
export const noDecision = 'decision.not-found';
/** The same code for everybody. */
export const forAll = (code: string): Codes => [code, code, code, code, code];
export const everybody: Codes = forAll('ok');
export const adminOnly: Codes = [noRole, noRole, noRole, noRole, 'ok'];
export const buyerOnly: Codes = ['ok', hidden, hidden, hidden, hidden];
export const sellersOwn: Codes = [noRole, noRole, 'ok', 'product.not-owner', noRole];
export const emailOf = (caller: Caller) => (rows: Fixtures) => ({
  email: rows.users[caller].email,
});
