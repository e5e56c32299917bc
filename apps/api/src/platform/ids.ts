import { v7 } from 'uuid';

/** Generates a record id: a UUIDv7, which sorts by creation time. */
export const newId = (): string => v7();

/** Whether a text is a UUID of any version, with hyphens. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
