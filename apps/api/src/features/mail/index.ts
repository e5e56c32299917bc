export { enqueueMails, mailedEvents } from './subscriber.ts';
