import { orderPagePath } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { devices, orders, users } from '../../db/schema/index.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { findListingIds } from '../devices/index.ts';
import { renderMail } from './layout.ts';

const openStates = ['unpaid', 'paid', 'in_transit', 'delivered', 'disputed', 'returning'] as const;

/**
 * Warns the buyers with an open order on a device that its owner has reported. None if the report was
 * lifted meanwhile.
 */
export async function enqueueDeviceReportedMails(
  tx: Transaction,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  deviceId: string,
): Promise<void> {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
  if (!device?.reportedAs || !device.reportedAt) return;
  const open = await tx
    .select({ id: orders.id, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.buyerId))
    .where(
      and(
        inArray(orders.productId, await findListingIds(tx, deviceId)),
        inArray(orders.state, [...openStates]),
        active,
      ),
    )
    .for('share', { of: users });
  for (const { id, email } of open) {
    await enqueueMail(tx, `mail.device-reported:${id}:${device.reportedAt.getTime()}`, {
      to: email,
      ...renderMail({
        subject: `The phone of your order was reported as ${device.reportedAs}`,
        preview: 'Its last known owner has reported the phone of your order.',
        heading: `This phone was reported as ${device.reportedAs}`,
        paragraphs: [
          `The last known owner of the phone that you ordered has reported it on Redial as ${device.reportedAs}.`,
          'Do not accept the phone before this is settled. If you have it already, open a dispute on the page of the order; your money stays with Redial meanwhile.',
        ],
        action: { label: 'Open the order', url: publicUrl + orderPagePath(id) },
        note: `Order ${id}`,
      }),
    });
  }
}
