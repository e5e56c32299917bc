import { createHash } from 'node:crypto';

/** The form in which the token of a link is stored. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
