import { v7 } from 'uuid';

/** A new record's id: a UUIDv7, so that ids grow with time. */
export const newId = (): string => v7();
