export { endPushOfUser } from './end-push-of-user.ts';
export { enqueuePush, listPushTargets } from './enqueue-push.ts';
export { listOwnPushData } from './list-push-subscriptions.ts';
export { purgePushSubscriptions } from './purge-push-subscriptions.ts';
