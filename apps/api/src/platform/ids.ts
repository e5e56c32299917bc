import { v7 } from 'uuid';

/** Generates a record id: a UUIDv7, which sorts by creation time. */
export const newId = (): string => v7();
