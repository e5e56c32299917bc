import { getAdminFlag, getSellerFlag } from '@redial/contract';
import { publicCall } from '../api.ts';

/** What the server says of a person; both false for a buyer. */
export interface Roles {
  readonly isAdmin: boolean;
  readonly isSeller: boolean;
}

let known: { email: string; roles: Promise<Roles> } | undefined;

/** Asks the server for the roles behind an e-mail, once for each session. */
export function lookUpRoles(email: string, token: string | undefined): Promise<Roles> {
  if (known?.email !== email) {
    known = { email, roles: ask(email, token) };
    known.roles.catch(forgetRoles);
  }
  return known.roles;
}

/** Makes the next look-up ask again. */
export function forgetRoles(): void {
  known = undefined;
}

async function ask(email: string, token: string | undefined): Promise<Roles> {
  const input = { params: { email }, ...(token ? { token } : {}) };
  const [admin, seller] = await Promise.all([
    publicCall(getAdminFlag, input),
    publicCall(getSellerFlag, input),
  ]);
  if (!admin.ok) throw new Error(admin.problem.message);
  if (!seller.ok) throw new Error(seller.problem.message);
  return { isAdmin: admin.value.isAdmin, isSeller: seller.value.isSeller };
}
