export { createOrder, requireOrderAllowed } from './create-order.ts';
export { applyAtDeadline, orderDeadlineHandlers } from './deadline-handlers.ts';
export { findDueTime, startDeadline, voidDeadlines } from './deadlines.ts';
export { endHoldsOfProduct, endHoldsOfUser } from './end-holds.ts';
export type { DeadlineHandlers, FiredDeadline } from './fire-deadlines.ts';
export { findOrderDetails } from './get-order-details.ts';
export { hasHeldOrderWith } from './held-orders.ts';
export { disputeTurnOf } from './order-situation.ts';
export { explainRefusedTransition, invalidStatus } from './order-steps.ts';
export { findPartyOrder, lockPartyOrder, type PartyOrder } from './party-order.ts';
export { passDeadline } from './pass-deadline.ts';
export {
  addProviderRefund,
  endChargebackHold,
  losePartOfPrice,
  openChargebackHold,
  refundPartOfPrice,
} from './provider-holds.ts';
export { purgeBuyerContacts, purgeShippingAddresses } from './purge-contacts.ts';
export { findOrder } from './queries.ts';
export { refundOrdersOfUser } from './refund-orders-of-user.ts';
export { parseShipment } from './ship-order.ts';
export { heldOrderStates, isPaidState, type OrderTransition } from './state-machine.ts';
export { isFulfillable, lockOrder, recordOrderEvent, transitionOrder } from './transitions.ts';
