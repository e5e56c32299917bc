import { randomUUIDv7 } from 'node:crypto';

/** A new record's id: a UUIDv7, so that ids grow with time. */
export const newId = (): string => randomUUIDv7();
