import { createContext, type RouterContextProvider, redirect } from 'react-router';
import type { IdentityUser } from './identity-client.ts';
import { withReturnTo } from './return-to.ts';
import { fetchRoles, type Roles } from './roles.ts';
import { marketplaceToken } from './session.ts';
import { waitForSession } from './session-store.ts';

/** The person signed in; set by the guards for the client loaders below them. */
export const userContext = createContext<IdentityUser>();

/** A client middleware that either lets the navigation go on or throws a redirect. */
type Guard = (args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}) => Promise<void>;

/** Leads to the sign-in page, with the way back remembered, unless somebody is signed in. */
export const requireSignedIn: Guard = async ({ request, context }) => {
  const session = await waitForSession();
  if (session.status !== 'signed-in') throw redirectToSignIn(request);
  context.set(userContext, session.user);
};

/** Lets only admins through; the rest goes to the sign-in page. */
export const requireAdmin: Guard = requireRole((roles) => roles.isAdmin);

/** Lets only sellers through; the rest goes to the sign-in page. */
export const requireSeller: Guard = requireRole((roles) => roles.isSeller);

/** The roles of the person signed in, asked once for each session. */
export async function fetchUserRoles(user: IdentityUser): Promise<Roles> {
  return fetchRoles(user.email, await marketplaceToken());
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
