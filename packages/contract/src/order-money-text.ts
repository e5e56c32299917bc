import { formatPrice, toDollars } from './money.ts';
import type { OrderDeadlineKind, OrderDetails } from './order-lifecycle.ts';
import type { FormatTime } from './order-texts.ts';

type Facts = Pick<
  OrderDetails,
  | 'viewer'
  | 'state'
  | 'amounts'
  | 'deadlines'
  | 'chargebackOpenedAt'
  | 'refunds'
  | 'timeline'
  | 'changedAt'
>;

/** Formats an amount of money with two decimals unless it is whole dollars. */
const money = formatPrice;

/** What is left of a price after what the buyer has got back, in dollars, without rounding errors. */
export const dollarsLeft = ({ price, refunded }: { price: number; refunded: number }): number =>
  toDollars(Math.round((price - refunded) * 100));

const dueOf = ({ deadlines }: Facts, kind: OrderDeadlineKind): string | undefined =>
  deadlines.find((deadline) => deadline.kind === kind)?.dueAt;

/**
 * Where the money of an order is, with its amount, and since when or until when at the latest.
 *
 * @returns one sentence to three.
 */
export function describeMoney(order: Facts, formatTime: FormatTime): string {
  const { viewer, state, amounts, chargebackOpenedAt } = order;
  const price = money(amounts.price);
  // A bank may have taken back a part before.
  const kept = money(state === 'refunded' ? amounts.price : dollarsLeft(amounts));
  const isSeller = viewer === 'seller';
  const at = (kind: OrderDeadlineKind, text: (time: string) => string) => {
    const due = dueOf(order, kind);
    return due ? text(formatTime(due)) : '';
  };
  const share = isSeller ? ` Then you receive ${money(amounts.sellerReceives)}.` : '';
  const confirming = viewer === 'buyer' ? 'you confirm' : 'the buyer confirms';
  if (chargebackOpenedAt) {
    return `${kept} is frozen since ${formatTime(chargebackOpenedAt)}: ${viewer === 'buyer' ? 'your' : "the buyer's"} bank has opened a chargeback. No money moves until the bank has decided.`;
  }
  switch (state) {
    case 'unpaid':
      return `Nothing is charged yet.${at('payment', (time) => ` ${price} is due by ${time}.`)}`;
    case 'cancelled':
    case 'expired':
      return describeClosed(order, formatTime);
    case 'paid':
      return `${kept} is held by Redial until the phone has changed hands and ${confirming} that everything is fine.${at('handover', (time) => ` If it does not change hands by ${time}, ${viewer === 'buyer' ? 'you get' : 'the buyer gets'} it back.`)}`;
    case 'in_transit':
      return `${kept} is held by Redial until the phone has arrived and ${confirming} that everything is fine.${share}${at('transit', (time) => ` Unless ${viewer === 'buyer' ? 'you report' : 'the buyer reports'} a problem, the phone counts as received by ${time} at the latest.`)}`;
    case 'delivered':
      return `${kept} is held by Redial until ${confirming} that everything is fine${at('inspection', (time) => `, at the latest ${time}`)}.${share}`;
    case 'disputed':
      return `${kept} is held by Redial until the dispute is settled.${at('dispute-end', (time) => ` The time for it ends on ${time}.`)}`;
    case 'returning':
      return `${kept} is held by Redial until the phone is back with ${isSeller ? 'you' : 'the seller'}${at('return-confirmation', (time) => `, at the latest ${time}`)}.${at('return-address', (time) => ` Without an address for it by ${time}, the money goes back to ${viewer === 'buyer' ? 'you' : 'the buyer'}.`)}${at('return-shipment', (time) => ` If the phone is not sent by ${time}, the money goes to ${isSeller ? 'you' : 'the seller'}.`)}`;
    case 'completed':
      return describeCompleted(order, formatTime);
    case 'refunded':
      return describeRefund(order, formatTime);
  }
}

/** A payment may have arrived after the order was closed. */
function describeClosed(order: Facts, formatTime: FormatTime): string {
  const { viewer, amounts, timeline } = order;
  const find = (wanted: OrderDetails['timeline'][number]['kind']) =>
    timeline.filter(({ kind }) => kind === wanted).at(-1);
  if (!find('payment.refund-due')) return 'Nothing was charged.';
  const late = `The payment of ${money(amounts.price)} arrived after the order was closed`;
  const { failed, made, last } = summarizeRefunds(order);
  if (failed > made) return `${late}. ${refused}`;
  const whose = viewer === 'buyer' ? 'your' : "the buyer's";
  const refundedAt = failed > 0 ? last?.changedAt : find('payment.refunded')?.at;
  return refundedAt
    ? `${late}, and went back to ${whose} card on ${formatTime(refundedAt)}.`
    : `${late}, and goes back to ${whose} card.`;
}

const refused = 'The bank has refused the refund, and we are looking for another way.';

function describeCompleted(order: Facts, formatTime: FormatTime): string {
  const { viewer, amounts, changedAt } = order;
  const { price, refunded, sellerReceives } = amounts;
  const time = formatTime(changedAt);
  // It may have been paid out since then: payouts are not of single orders.
  if (viewer === 'seller') {
    return wasReducedLater(order)
      ? `${money(sellerReceives)} of this sale is yours. More went to your balance on ${time}; what the buyer got back since then was taken from it.`
      : `${money(sellerReceives)} went to your balance on ${time}.`;
  }
  if (refunded === 0) return `${money(price)} went to the seller on ${time}.`;
  const part = `${money(refunded)} of ${money(price)}`;
  const buyer = viewer === 'buyer' ? 'you' : 'the buyer';
  const { progress } = summarizeRefunds(order);
  if (progress === 'done') {
    return `${part} went back to ${buyer}, the rest to the seller on ${time}.`;
  }
  const rest = `The rest went to the seller on ${time}.`;
  return progress === 'due'
    ? `${part} is on its way back to ${buyer}. ${rest}`
    : `${part} goes back to ${buyer}. ${refused} ${rest}`;
}

/** The kinds of events that complete an order. */
const completing: readonly OrderDetails['timeline'][number]['kind'][] = [
  'order.completed',
  'order.dispute-resolved',
  'order.return-missed',
];

/** Whether the buyer got a part of the price back after the sale was completed. */
function wasReducedLater({ timeline }: Facts): boolean {
  const completed = timeline.findLastIndex(({ kind }) => completing.includes(kind));
  return timeline.some(
    ({ kind }, index) =>
      index > completed && (kind === 'order.refunded-at-provider' || kind === 'order.charged-back'),
  );
}

/** Banks take some days to show a refund: https://docs.stripe.com/refunds, "5-10 business days". */
const bankDays = 'Banks take 5 to 10 business days to show it.';

function describeRefund(order: Facts, formatTime: FormatTime): string {
  const { viewer, amounts } = order;
  const isBuyer = viewer === 'buyer';
  const sum = money(amounts.refunded);
  const card = `${isBuyer ? 'your' : "the buyer's"} card`;
  const days = isBuyer ? ` ${bankDays}` : '';
  const { progress, made, last } = summarizeRefunds(order);
  if (progress === 'due') return `${sum} is on its way back to ${card}.${days}`;
  if (progress === 'refused')
    return `${sum} goes back to ${isBuyer ? 'you' : 'the buyer'}. ${refused}`;
  const winner = isBuyer ? 'you' : 'the buyer';
  // Redial has refunded nothing: the bank took the payment back.
  if (!last)
    return `${sum} went back to ${card}: the bank has decided the chargeback for ${winner}.`;
  const since = formatTime(last.changedAt);
  const byBank = dollarsLeft({ price: amounts.refunded, refunded: made });
  if (byBank <= 0) return `${sum} went back to ${card} on ${since}.${days}`;
  return `${money(made)} went back to ${card} on ${since}, and ${money(byBank)} with the chargeback that the bank has decided for ${winner}.`;
}

/**
 * How far the refunds are that Redial has made, in dollars. What the bank refused counts as refused until
 * other refunds or a lost chargeback have made up for it; what else is missing went back with one.
 */
function summarizeRefunds({ amounts, refunds, timeline }: Facts) {
  const succeeded = refunds.filter(({ state }) => state === 'succeeded');
  const sum = (rows: typeof refunds) =>
    toDollars(rows.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0));
  const made = sum(succeeded);
  const failed = sum(refunds.filter(({ state }) => state === 'failed'));
  const isAny = (wanted: OrderDetails['refunds'][number]['state']) =>
    refunds.some(({ state }) => state === wanted);
  const count = (wanted: OrderDetails['timeline'][number]['kind']) =>
    timeline.filter(({ kind }) => kind === wanted).length;
  // None is open any more.
  const isLost = count('order.chargeback-opened') > count('order.chargeback-won');
  const isRefused = isAny('failed') && made < amounts.refunded && !isLost;
  const progress = isAny('due') ? 'due' : isRefused ? 'refused' : 'done';
  return { progress, made, failed, last: succeeded.at(-1) } as const;
}
