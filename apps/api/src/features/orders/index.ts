export { endHoldsOfProduct, endHoldsOfUser } from './end-holds.ts';
export { purgeBuyerContacts } from './purge-contacts.ts';
export { findOrder } from './queries.ts';
export { heldOrderStates, isPaidState } from './state-machine.ts';
export { isFulfillable, lockOrder, recordOrderEvent, transitionOrder } from './transitions.ts';
