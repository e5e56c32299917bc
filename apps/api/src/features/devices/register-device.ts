import { eq, inArray } from 'drizzle-orm';
import { deviceNumbers, deviceOwners, devices, models, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { findCurrentOwner, lockDevice } from './device-rows.ts';
import { findLearnedModel, tacOf } from './learned-model.ts';
import { recordDeviceEntry } from './record-device-entry.ts';

/**
 * Finds or creates the device with these numbers, and adds the listing to its history. The numbers
 * occupy the listing already, so nobody else registers them at the same time. Who first lists a phone
 * counts as its owner; so does who lists one whose last owner did no more than that. A phone that was
 * sold on Redial stays its buyer's, even if somebody else lists it.
 *
 * @param numbers IMEIs by their hashes.
 * @throws Problem `device.reported`; `validation.failed` if the numbers are those of two phones
 */
export async function registerDevice(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  { productId, numbers }: { productId: string; numbers: ReadonlyMap<string, string> },
): Promise<void> {
  const hashes = [...numbers.keys()];
  const known = await tx
    .select()
    .from(deviceNumbers)
    .where(inArray(deviceNumbers.imeiHash, hashes));
  const ids = [...new Set(known.map(({ deviceId }) => deviceId))];
  if (ids.length > 1) {
    const message = 'These are the numbers of two phones: enter those of one';
    throw new Problem('validation.failed', message, 'body.imeis');
  }
  const deviceId = ids[0] ?? newId();
  if (ids.length === 0) await tx.insert(devices).values({ id: deviceId });
  const device = await lockDevice(tx, deviceId);
  if (device?.reportedAs) throw new Problem('device.reported');
  const added = hashes.filter((hash) => !known.some(({ imeiHash }) => imeiHash === hash));
  if (added.length > 0) {
    await tx
      .insert(deviceNumbers)
      .values(
        added.map((imeiHash) => ({ imeiHash, deviceId, tac: tacOf(numbers.get(imeiHash) ?? '') })),
      );
  }
  const owner = await findCurrentOwner(tx, deviceId);
  if (!owner || (owner.source === 'listing' && owner.userId !== actor.id)) {
    await tx.insert(deviceOwners).values({ deviceId, userId: actor.id, source: 'listing' });
  }
  await recordDeviceEntry(tx, productId);
}

/**
 * Checks that the listing's model is the one that its IMEIs belong to, where that is known.
 *
 * @throws Problem `device.model-implausible`
 */
export async function requirePlausibleModel(
  tx: Transaction,
  productId: string,
  imeis: readonly string[],
): Promise<void> {
  const [listed] = await tx
    .select({ id: models.id, name: models.name })
    .from(products)
    .innerJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, productId));
  if (!listed) return;
  for (const tac of new Set(imeis.map(tacOf))) {
    const learned = await findLearnedModel(tx, tac);
    if (learned && learned.id !== listed.id) {
      throw new Problem(
        'device.model-implausible',
        `By its first eight digits this is the IMEI of ${learned.name}, not of ${listed.name}: correct the number or the model`,
        'body.imeis',
      );
    }
  }
}
