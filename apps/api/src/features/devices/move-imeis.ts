import { eq } from 'drizzle-orm';
import { listingImeis } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findCurrentOwner, findDeviceOfListing } from './device-rows.ts';
import { decryptImei, encryptImei } from './imei-keys.ts';
import { registerDevice } from './register-device.ts';
import { releaseOtherListings } from './release-listings.ts';

/**
 * Gives a new listing the IMEIs of the one with which its seller bought the phone, so that the history
 * of the device goes on.
 *
 * @returns whether there were any; there are none if the phone has passed on to somebody else.
 * @throws Problem `device.already-listed`, `device.reported`
 */
export async function moveImeis(
  tx: Transaction,
  settings: Deps['settings'],
  actor: Pick<User, 'id'>,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const device = await findDeviceOfListing(tx, from);
  const owner = device && (await findCurrentOwner(tx, device.id));
  if (owner?.userId !== actor.id) return false;
  const rows = await tx
    .select()
    .from(listingImeis)
    .where(eq(listingImeis.productId, from))
    .orderBy(listingImeis.imeiHash);
  const numbers = new Map(
    rows.map(({ imeiHash, imeiEncrypted }) => [imeiHash, decryptImei(settings, imeiEncrypted)]),
  );
  const hashes = [...numbers.keys()];
  await releaseOtherListings(tx, actor, { productId: to, hashes });
  const claimed = await tx
    .insert(listingImeis)
    .values(
      [...numbers].map(([imeiHash, imei]) => ({
        productId: to,
        imeiHash,
        imeiEncrypted: encryptImei(settings, imei),
      })),
    )
    .onConflictDoNothing()
    .returning({ hash: listingImeis.imeiHash });
  if (claimed.length < hashes.length) throw new Problem('device.already-listed');
  await registerDevice(tx, actor, { productId: to, numbers });
  return true;
}
