export { listOwnMeetings } from './list-own-meetings.ts';
export { purgeMeetings } from './purge-meetings.ts';
