import { readDraft, saveDraft } from '../../session/drafts.ts';
import { isUploadedPhoto, type UploadedPhoto } from './composed-photos.ts';

/** A message that the server has not confirmed. */
export interface UnsentMessage {
  /** Also that of the message: it can be sent again without being stored twice. */
  readonly clientId: string;
  readonly text: string;
  /** Uploaded before; the server has them for a day. */
  readonly photos?: readonly UploadedPhoto[] | undefined;
  /** Why the server refused it; without a reason it is sent as soon as possible. */
  readonly error?: string | undefined;
}

const nameOf = (conversationId: string) => `unsent:${conversationId}`;

/** Reads the unsent messages of a conversation: they survive a reload and an expired session. */
export function readUnsent(conversationId: string): readonly UnsentMessage[] {
  const { list } = readDraft(nameOf(conversationId), { list: '[]' });
  try {
    const stored: unknown = JSON.parse(list);
    return Array.isArray(stored) ? stored.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

/** Stores the unsent messages of a conversation. */
export const saveUnsent = (conversationId: string, unsent: readonly UnsentMessage[]): void =>
  saveDraft(nameOf(conversationId), { list: JSON.stringify(unsent) });

const isUnsent = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  'clientId' in value &&
  typeof value.clientId === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  (!('photos' in value) || (Array.isArray(value.photos) && value.photos.every(isUploadedPhoto)));
