export { disputeDeadlineHandlers } from './deadline-handlers.ts';
export { listDisputes } from './list-disputes.ts';
export { listOwnDisputeData } from './list-own-dispute-data.ts';
export { openHandoverDispute } from './open-handover-dispute.ts';
export { photoFileName } from './photos.ts';
export { purgeDisputeData } from './purge-dispute-data.ts';
