export { findAnswerTime } from './answer-time.ts';
export { isBlockedBetween } from './blocks.ts';
export { closeReportsOfConversation } from './close-reports.ts';
export { eraseMessages } from './erase-messages.ts';
export { listOwnChatData } from './list-own-data.ts';
export { purgeConversations } from './purge-conversations.ts';
