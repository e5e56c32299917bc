import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Route } from '../../platform/route.ts';
import type { User } from '../../platform/users.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { createConcurrencyLimiter, readUpload } from '../images/index.ts';
import { requireSelfOrAdmin } from './access.ts';
import { becomeSeller } from './become-seller.ts';
import { createUser } from './create-user.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { deleteUser } from './delete-user.ts';
import { exchangeToken } from './exchange-token.ts';
import { exportOwnData } from './export-data.ts';
import { getOwnProfile, removeProfilePhoto, uploadProfilePhoto } from './profile-photo.ts';
import { findRoleByEmail, listUsersByRole } from './queries.ts';
import { removePhotoOfUser } from './remove-photo-of-user.ts';
import { grantStaffRole, listTeam, revokeStaffRole, type StaffRoleChange } from './staff-roles.ts';
import { updateProfile } from './update-profile.ts';
import { verifySeller } from './verify-seller.ts';

export function accountsRoutes(route: Route, deps: Deps): void {
  route(
    contract.exchangeToken,
    async ({ actor, body }) => ({ token: await exchangeToken(deps, actor, body) }),
    { limit: { max: 60, seconds: 60 } },
  );
  route(
    contract.createUser,
    async ({ actor, body }) => inserted(await createUser(deps, actor, body)),
    {
      limit: [
        { max: 30, seconds: 60 },
        { max: 100, seconds: 86_400, per: 'network' },
      ],
    },
  );
  route(
    contract.updateProfile,
    async ({ actor, body }) => modified(await updateProfile(deps, actor, body)),
    { limit: { max: 20, seconds: 3600 } },
  );
  route(contract.getOwnProfile, ({ actor }) => getOwnProfile(deps, actor));
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 20,
    maxQueuedPerUser: 2,
  });
  route(
    contract.uploadProfilePhoto,
    async ({ actor, request }) => ({
      photo: await uploadProfilePhoto({ ...deps, limiter }, actor, () =>
        readUpload(request, deps.settings),
      ),
    }),
    { limit: { max: 20, seconds: 3600 } },
  );
  route(contract.removeProfilePhoto, async ({ actor }) =>
    modified(await removeProfilePhoto(deps, actor)),
  );
  route(contract.removePhotoOfUser, async ({ actor, params, body }) =>
    modified(await removePhotoOfUser(deps, actor, { ...params, ...body })),
  );
  route(contract.becomeSeller, async ({ actor }) => modified(await becomeSeller(deps, actor)));
  route(contract.getAdminFlag, async ({ actor, params }) => {
    return { isAdmin: (await roleFor(deps, actor, params.email)) === 'admin' };
  });
  route(contract.getSellerFlag, async ({ actor, params }) => {
    return { isSeller: (await roleFor(deps, actor, params.email)) === 'seller' };
  });
  route(contract.getStaffRole, async ({ actor }) => ({
    staffRole: actor.user?.staffRole ?? null,
  }));
  route(contract.listTeam, () => listTeam(deps));
  route(contract.grantStaffRole, async ({ actor, body }) =>
    modified(requireChange(await grantStaffRole(deps, actor, body))),
  );
  route(contract.revokeStaffRole, async ({ actor, params }) =>
    deleted(requireChange(await revokeStaffRole(deps, actor, params))),
  );
  route(contract.listBuyers, async () =>
    (await listUsersByRole(deps.db, 'buyer')).map(({ varified: _, ...user }) => ({
      ...user,
      role: 'buyer' as const,
    })),
  );
  route(contract.listSellers, async () =>
    (await listUsersByRole(deps.db, 'seller')).map((user) => ({
      ...user,
      role: 'seller' as const,
    })),
  );
  route(contract.deleteUser, async ({ actor, params }) => {
    await deleteUser(deps, actor, params);
    return deleted(1);
  });
  route(contract.getDataExport, ({ actor }) => exportOwnData(deps, actor), {
    limit: { max: 10, seconds: 60 },
  });
  route(
    contract.deleteOwnAccount,
    async ({ actor, body }) => {
      await deleteOwnAccount(deps, actor, body);
      return deleted(1);
    },
    { limit: { max: 10, seconds: 60 } },
  );
  route(contract.verifySeller, async ({ actor, params }) =>
    modified(await verifySeller(deps, actor, params)),
  );
}

/**
 * The role of a user, for that user or an admin. For the caller, the role comes from the record of the
 * caller's identity, not from a lookup by e-mail: another identity with the same address must not see it.
 *
 * @throws Problem `account.not-owner`
 */
async function roleFor(
  deps: Pick<Deps, 'db'>,
  { email: identityEmail, user }: { readonly email: string; readonly user: User | undefined },
  email: string,
) {
  const own = { email: user?.email ?? identityEmail, identityEmail, role: user?.role };
  const owner = requireSelfOrAdmin(own, email);
  return user?.role === 'admin' ? findRoleByEmail(deps.db, owner) : user?.role;
}

/** @returns the number of roles changed. */
function requireChange(change: StaffRoleChange): number {
  if (change === 'not-found') throw new Problem('user.not-found');
  if (change === 'unverified') throw new Problem('team.email-unverified');
  if (change === 'not-buyer') throw new Problem('team.not-buyer');
  return change === 'changed' ? 1 : 0;
}
