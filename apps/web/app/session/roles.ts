import { getAdminFlag, getSellerFlag, type StaffRole } from '@redial/contract';
import { publicCall } from '../api.ts';

/** The user's roles; both flags are false for a buyer, who may be staff. */
export interface Roles {
  readonly isAdmin: boolean;
  readonly isSeller: boolean;
  /** Known on the pages of signed-in people (`fetchUserRoles`). */
  readonly staffRole?: StaffRole | null;
}

let cached: { email: string; roles: Promise<Roles> } | undefined;

/** Requests the roles of an e-mail address, once per session. */
export function fetchRoles(email: string, token: string | undefined): Promise<Roles> {
  if (cached?.email !== email) {
    cached = { email, roles: requestRoles(email, token) };
    cached.roles.catch(clearRoles);
  }
  return cached.roles;
}

/** Clears the cache. */
export function clearRoles(): void {
  cached = undefined;
}

async function requestRoles(email: string, token: string | undefined): Promise<Roles> {
  const input = { params: { email }, ...(token ? { token } : {}) };
  const [admin, seller] = await Promise.all([
    publicCall(getAdminFlag, input),
    publicCall(getSellerFlag, input),
  ]);
  if (!admin.ok) throw new Error(admin.error.message);
  if (!seller.ok) throw new Error(seller.error.message);
  return { isAdmin: admin.value.isAdmin, isSeller: seller.value.isSeller };
}
