import {
  type Conversation,
  describeChatStep,
  type FraudWarning,
  type HiddenKind,
  type Message,
} from '@redial/contract';
import { readerLocale } from '../../ui/reader-locale.ts';

const hiddenTexts: Record<HiddenKind, string> = {
  phone: 'a phone number',
  email: 'an e-mail address',
  link: 'a link',
  handle: 'a name at another service',
  bank: 'bank details',
  imei: 'a full IMEI',
};

const joined = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why something of a message is hidden: for its reader, or for its author. */
export function describeHidden(hidden: readonly HiddenKind[], own: boolean): string {
  const what = joined.format(hidden.map((kind) => hiddenTexts[kind]));
  return own
    ? `The other person cannot see ${what} until an order is paid.`
    : `${what[0]?.toUpperCase()}${what.slice(1)} is hidden until an order between you is paid.`;
}

export const warningTexts: Record<FraudWarning, string> = {
  'off-platform':
    'Be careful: messages elsewhere are not protected. Stay on Redial until you have the phone or the money.',
  'payment-outside':
    'Be careful: never pay outside of Redial. We can only give money back that was paid here.',
  'verification-code':
    'Be careful: never send a code. Redial and honest buyers or sellers do not ask for one.',
  'own-courier':
    'Be careful: somebody who sends an own courier, or asks for a fee for one, is often a fraud.',
  overpayment:
    'Be careful: who pays too much and wants the rest back often pays with stolen money.',
};

/** Why nothing can be written. */
export const blockedTexts: Record<NonNullable<Conversation['blocked']>, string> = {
  'by-you': 'You have blocked this person. Neither of you can write.',
  'by-partner': 'You cannot write here any more.',
  gone: 'The other account was deleted. Nobody would read what you write.',
};

export const deletedAccount = 'Deleted account';
export const deletedMessage = 'This message was deleted with its account.';

/** A time of the day in the zone of the reader. */
export const formatTimeOfDay = (iso: string): string =>
  new Date(iso).toLocaleTimeString(readerLocale(), { hour: 'numeric', minute: '2-digit' });

/** The last message of a conversation in a line of a list. */
export function previewOf(
  { own, text, photos, step }: Message,
  role: Conversation['role'],
): string {
  if (step) return describeChatStep(step, role);
  const photoText = photos.length > 1 ? `${photos.length} photos` : 'A photo';
  const shown = text === '' ? photoText : (text ?? deletedMessage);
  return `${own ? 'You: ' : ''}${shown}`;
}
