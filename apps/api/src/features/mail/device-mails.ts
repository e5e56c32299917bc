import { orderPagePath, orderStates, reportedPhoneAdvice } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { devices, orders } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findListingIds } from '../devices/index.ts';
import { type NotifySettings, notify } from './notify.ts';
import { findRecipients, orderSubject } from './order-mails.ts';

const openStates = orderStates.filter((state) => reportedPhoneAdvice(state) !== undefined);

/**
 * Warns the buyers with an open order on a device that its owner has reported. None if the report was
 * lifted meanwhile.
 */
export async function enqueueDeviceReportedMails(
  tx: Transaction,
  settings: NotifySettings,
  deviceId: string,
): Promise<void> {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
  if (!device?.reportedAs || !device.reportedAt) return;
  const { reportedAs, reportedAt } = device;
  const open = await tx
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(
      and(
        inArray(orders.productId, await findListingIds(tx, deviceId)),
        inArray(orders.state, openStates),
      ),
    );
  for (const { id, state } of open) {
    const order = await findRecipients(tx, id);
    const advice = reportedPhoneAdvice(state);
    if (order.buyer.removedAt || advice === undefined) continue;
    const key = `device-reported:${id}:${reportedAt.getTime()}`;
    const about = { kind: 'orders', key, subject: orderSubject(order, 'buyer') } as const;
    await notify(tx, settings, order.buyer, about, {
      subject: `The phone of your order was reported as ${reportedAs}`,
      preview: 'Its last known owner has reported the phone of your order.',
      heading: `This phone was reported as ${reportedAs}`,
      paragraphs: [
        `The last known owner of the phone that you ordered has reported it on Redial as ${reportedAs}.`,
        advice,
      ],
      action: { label: 'Open the order', url: settings.publicUrl + orderPagePath(id) },
      note: `Order ${id}`,
    });
  }
}
