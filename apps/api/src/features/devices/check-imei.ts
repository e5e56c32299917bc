import { type ImeiCheck, normalizeImei, validateImei } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { deviceNumbers, devices, listingImeis, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { hashImei } from './imei-keys.ts';
import { findLearnedModel, tacOf } from './learned-model.ts';

/**
 * Checks an IMEI for anybody: format, check digit, the model by its first eight digits, whether a phone
 * with it is on offer here, and whether its owner reported it here. Nothing else is known, above all no
 * blacklist. The number is not stored.
 */
export async function checkImei(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: User | undefined,
  { imei: text }: { imei: string },
): Promise<ImeiCheck> {
  const problem = validateImei(text, { allowTest: settings.demo }) ?? null;
  if (problem) return { problem, model: null, offered: false, reported: false };
  const imei = normalizeImei(text);
  const imeiHash = hashImei(settings, imei);
  const learned = await findLearnedModel(db, tacOf(imei));
  const [offered] = await db
    .select({ id: products.id })
    .from(listingImeis)
    .innerJoin(products, eq(products.id, listingImeis.productId))
    .where(
      and(
        eq(listingImeis.imeiHash, imeiHash),
        isNull(listingImeis.releasedAt),
        eq(products.listed, true),
      ),
    )
    .limit(1);
  const [device] = await db
    .select({ reportedAs: devices.reportedAs })
    .from(deviceNumbers)
    .innerJoin(devices, eq(devices.id, deviceNumbers.deviceId))
    .where(eq(deviceNumbers.imeiHash, imeiHash));
  return {
    problem,
    model: learned ? { slug: learned.slug, name: learned.name } : null,
    offered: offered !== undefined,
    reported: Boolean(device?.reportedAs),
  };
}
