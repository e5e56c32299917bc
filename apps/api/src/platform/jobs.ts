/** Work in the background that the API may ask for. */
export interface Jobs {
  /** Has the outbox emptied soon; asking often is cheap, and never fails the request. */
  wakeOutbox(): void;
}
