export { availabilityEvents, notifyWaiting } from './availability-mails.ts';
export { favouriteEvents, notifyFavourites } from './favourite-mails.ts';
export { notifyOfFavouriteOffer } from './favourite-offer-mails.ts';
export { notifyOfMessages } from './message-mails.ts';
export {
  describeNewItem,
  newItemTitle,
  notifyModerators,
  queueEvents,
} from './moderation-queue-mails.ts';
export { sendDigests } from './send-digests.ts';
export { sendSearchAlerts } from './send-search-alerts.ts';
export { enqueueMails, mailedEvents } from './subscriber.ts';
export { tradeMailTemplates } from './trade-mail-templates.ts';
