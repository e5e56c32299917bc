import { getClientConfig, getStaffRole } from '@redial/contract';
import { createContext, type RouterContextProvider, redirect } from 'react-router';
import { publicCall } from '../api.ts';
import type { IdentityUser } from './identity-client.ts';
import { withReturnTo } from './return-to.ts';
import { fetchRoles, type Roles } from './roles.ts';
import { loadIdentity, marketplaceToken } from './session.ts';
import { waitForSession } from './session-store.ts';

/** The signed-in user; set by the guards for the client loaders below them. */
export const userContext = createContext<IdentityUser>();

/** A client middleware that either continues or throws a redirect. */
type Guard = (args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}) => Promise<void>;

/** Redirects to the sign-in page, with a return URL, unless a user is signed in. */
export const requireSignedIn: Guard = async ({ request, context }) => {
  const session = await waitForSession();
  if (session.status !== 'signed-in') throw redirectToSignIn(request);
  context.set(userContext, session.user);
};

/**
 * Requires the admin role; otherwise redirects to the sign-in page. Where admins need a second factor, leads
 * one without it to its set-up.
 */
export const requireAdmin: Guard = requireStaff((roles) => roles.isAdmin);

/** Requires an admin or a moderator, in the same way. */
export const requireModerator: Guard = requireStaff(moderates);

/** Requires an admin or a support member, in the same way. */
export const requireSupport: Guard = requireStaff(
  (roles) => roles.isAdmin || roles.staffRole === 'support',
);

/** Requires an admin or anybody of the staff, in the same way. */
export const requireStaffMember: Guard = requireStaff(
  (roles) => roles.isAdmin || Boolean(roles.staffRole),
);

/** Requires the seller role; otherwise redirects to the sign-in page. */
export const requireSeller: Guard = requireRole((roles) => roles.isSeller);

/** The user who is known to need no further factor. */
let admittedUid: string | undefined;

async function lacksSecondFactor({ uid }: IdentityUser): Promise<boolean> {
  if (admittedUid === uid) return false;
  const config = await publicCall(getClientConfig, {});
  const { security } = await loadIdentity();
  // If it is not known, the API decides.
  const lacks =
    config.ok && config.value.adminTwoFactor === true && security !== undefined
      ? !(await security.twoFactor.status()).satisfied
      : false;
  if (!lacks) admittedUid = uid;
  return lacks;
}

/** Whether somebody decides about reports: an admin or a moderator. */
export function moderates({ isAdmin, staffRole }: Roles): boolean {
  return isAdmin || staffRole === 'moderator';
}

/** The roles with that of staff, for as long as `fetchRoles` returns the same. */
const completeRoles = new WeakMap<Promise<Roles>, Promise<Roles>>();

/** Roles of the signed-in user, requested once per session. */
export async function fetchUserRoles(user: IdentityUser): Promise<Roles> {
  const token = await marketplaceToken();
  const roles = fetchRoles(user.email, token);
  const known = completeRoles.get(roles);
  if (known) return known;
  const complete = addStaffRole(roles, token);
  completeRoles.set(roles, complete);
  complete.catch(() => completeRoles.delete(roles));
  return complete;
}

async function addStaffRole(roles: Promise<Roles>, token: string | undefined): Promise<Roles> {
  const [known, staff] = await Promise.all([
    roles,
    publicCall(getStaffRole, token ? { token } : {}),
  ]);
  if (!staff.ok) throw new Error(staff.error.message);
  return { ...known, ...staff.value };
}

function requireStaff(allows: (roles: Roles) => boolean): Guard {
  const requireAllowed = requireRole(allows);
  return async (args) => {
    await requireAllowed(args);
    if (await lacksSecondFactor(args.context.get(userContext))) {
      throw redirect('/dashboard/security?second-factor=required');
    }
  };
}

function requireRole(allows: (roles: Roles) => boolean): Guard {
  return async ({ request, context }) => {
    if (!allows(await fetchUserRoles(context.get(userContext)))) throw redirectToSignIn(request);
  };
}

function redirectToSignIn(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(withReturnTo('/login', pathname + search));
}
