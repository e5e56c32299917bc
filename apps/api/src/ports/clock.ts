/** The current time; replaced in tests. */
export interface Clock {
  now(): Date;
}
