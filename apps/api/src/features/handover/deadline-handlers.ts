import { eq } from 'drizzle-orm';
import { handoverConfirmations } from '../../db/schema/index.ts';
import { openHandoverDispute } from '../disputes/index.ts';
import type { DeadlineHandlers } from '../orders/index.ts';

/** What the deadlines of handovers do. */
export const handoverDeadlineHandlers = {
  'second-code': async (tx, deadline, deps) => {
    const rows = await tx
      .select()
      .from(handoverConfirmations)
      .where(eq(handoverConfirmations.orderId, deadline.orderId));
    const party = rows.find(({ enteredAt }) => enteredAt)?.party ?? 'buyer';
    const other = party === 'buyer' ? 'seller' : 'buyer';
    await openHandoverDispute(tx, deadline, deps, {
      text: `The ${party} has entered the ${other}'s handover code, the ${other} has not entered the ${party}'s.`,
      lastStepBy: party,
    });
  },
} as const satisfies DeadlineHandlers;
