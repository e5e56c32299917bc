import Type, { type Static } from 'typebox';
import { ChatStep } from './chat-steps.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, Inserted, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { UserPhoto } from './profile-photos.ts';
import { GivenReason, reportReasons } from './reports.ts';

/** Errors of conversations, part of the error catalogue. */
export const chatErrors = {
  'conversation.not-found': { status: 404, title: 'There is no such conversation' },
  'conversation.closed': { status: 409, title: 'Messages can no longer be sent here' },
  'conversation.limit-reached': {
    status: 429,
    title: 'You have started many conversations: go on with them, or try again in an hour',
  },
  'message.limit-reached': {
    status: 429,
    title: 'You are writing very fast: wait a minute, then go on',
  },
  'conversation.photos-too-early': {
    status: 409,
    title: 'Photos can be sent once the other person has written here',
  },
  'conversation-report.not-found': { status: 404, title: 'There is no such open report' },
  'block.not-found': { status: 404, title: 'You have not blocked this person' },
} as const satisfies ErrorDefinitions;

export const chatLimits = {
  maxTextLength: 2000,
  maxReasonLength: 1000,
  maxPhotos: 4,
  /** Photos that a person uploads in an hour and in a day; a new account in its first day. */
  photosPerHour: 30,
  photosPerDay: 100,
  photosOfNewAccount: 10,
  /** Photos that are uploaded and not sent, at most, and how long they can be sent. */
  maxUnsentPhotos: 12,
  unsentPhotoHours: 24,
  /** Messages that a person sends in a minute; a new account in its first day. */
  messagesPerMinute: 20,
  messagesPerMinuteOfNewAccount: 10,
  /** Conversations that a person starts in an hour; a new account in its first day. */
  newConversationsPerHour: 5,
  newConversationsOfNewAccount: 2,
  /** Seconds for which somebody who has typed counts as writing, and after which it is reported again. */
  typingSeconds: 6,
  typingRepeatSeconds: 3,
} as const;

/** What is hidden in a message until a paid order exists between the two. */
export const hiddenKinds = ['phone', 'email', 'link', 'handle', 'bank', 'imei'] as const;
export type HiddenKind = (typeof hiddenKinds)[number];

/** What messages of frauds have in common; the reader is warned. */
export const fraudWarnings = [
  'off-platform',
  'payment-outside',
  'verification-code',
  'own-courier',
  'overpayment',
] as const;
export type FraudWarning = (typeof fraudWarnings)[number];

const photoSize = Type.Integer({ minimum: 1, description: 'In pixels' });

export const MessagePhoto = Type.Object({
  _id: Id,
  img: Type.String({ description: 'Signed, valid for an hour' }),
  width: photoSize,
  height: photoSize,
});
export type MessagePhoto = Static<typeof MessagePhoto>;

export const Message = Type.Object({
  _id: Id,
  number: Type.Integer({ minimum: 1, description: 'Counts the messages of the conversation' }),
  by: orNull(Type.Enum(['buyer', 'seller'], { description: 'Null for a step' })),
  own: Type.Boolean({ description: 'Whether the caller wrote it' }),
  clientId: orNull(Id),
  text: orNull(
    Type.String({
      description:
        'As the caller may read it; empty for photos without a text; null for a step, and if its author is gone',
    }),
  ),
  photos: Type.Array(MessagePhoto),
  step: orNull(ChatStep),
  hidden: Type.Array(Type.Enum(hiddenKinds), {
    description: 'Contact data that is replaced in the text',
  }),
  warnings: Type.Array(Type.Enum(fraudWarnings), { description: 'For the reader, not the author' }),
  at: DateTime,
});
export type Message = Static<typeof Message>;

const person = { _id: Id, name: Type.String() };

/** A person of a conversation; null if the account was deleted. */
const Participant = orNull(Type.Object({ ...person, photo: UserPhoto }));

export const Conversation = Type.Object({
  _id: Id,
  product: Type.Object({ _id: Id, name: Type.String(), img: Type.String() }),
  role: Type.Enum(['buyer', 'seller', 'admin'], { description: "The caller's" }),
  buyer: Participant,
  seller: Participant,
  unread: Type.Integer({ minimum: 0 }),
  /** The last message that the partner has read. */
  readByPartner: Type.Integer({ minimum: 0 }),
  partnerTyping: Type.Boolean({ description: 'Whether the partner is writing at this moment' }),
  lastMessage: orNull(Message),
  contactsShown: Type.Boolean({ description: 'Whether a paid order exists between the two' }),
  photosAllowed: Type.Boolean({
    description: 'Whether the caller can send photos: the partner has written, or an order is paid',
  }),
  blocked: orNull(Type.Enum(['by-you', 'by-partner', 'gone'])),
  at: DateTime,
});
export type Conversation = Static<typeof Conversation>;

/** The other person of a conversation, or null if the account was deleted. */
export const partnerOf = ({ role, buyer, seller }: Conversation) =>
  role === 'buyer' ? seller : buyer;

/** Path of the page of a conversation. */
export const conversationPath = (id: string): string => `/dashboard/messages/${id}`;

export const messagesPerPage = 50;

const Params = Type.Object({ id: Id });

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  summary: "The caller's conversations",
  access: 'user',
  response: Type.Object({
    unread: Type.Integer({ minimum: 0, description: 'Unread messages in all of them' }),
    conversations: Type.Array(Conversation, { description: 'Newest message first, up to 200' }),
  }),
  errors: [],
});

export const countUnreadMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/unread-count',
  summary: 'The number of unread messages',
  access: 'user',
  response: Type.Object({ unread: Type.Integer({ minimum: 0 }) }),
  errors: [],
});

export const openConversation = endpoint({
  method: 'POST',
  path: '/api/conversations',
  summary: 'Open the conversation about a listing, or with the other person of an order',
  access: 'user',
  accessRule: 'not about an own listing; the two people of the order',
  verifiedEmail: true,
  body: Type.Union([
    Type.Object({ productId: Id }, { additionalProperties: false }),
    Type.Object({ orderId: Id }, { additionalProperties: false }),
  ]),
  response: Inserted,
  errors: [
    'product.not-found',
    'product.own-product',
    'order.not-found',
    'account.suspended',
    'conversation.closed',
    'conversation.limit-reached',
  ],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  summary: 'A conversation with its messages',
  access: 'user',
  staff: ['moderator'],
  accessRule: 'its two people, and admins while it is reported',
  params: Params,
  query: Type.Object({
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    after: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  response: Type.Object({
    conversation: Conversation,
    messages: Type.Array(Message, { description: `Oldest first, up to ${messagesPerPage}` }),
    hasEarlier: Type.Boolean(),
  }),
  errors: ['conversation.not-found'],
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages',
  summary: 'Send a message',
  access: 'user',
  accessRule: 'the two people of the conversation',
  verifiedEmail: true,
  params: Params,
  body: Type.Object({
    clientId: Type.String({
      format: 'uuid',
      description: 'Chosen by the client: sent again, the message is not stored again',
    }),
    text: Type.String({
      maxLength: chatLimits.maxTextLength,
      description: 'Can be empty if there are photos',
    }),
    photos: Type.Optional(Type.Array(Id, { maxItems: chatLimits.maxPhotos, uniqueItems: true })),
  }),
  response: Message,
  errors: [
    'conversation.not-found',
    'conversation.closed',
    'message.limit-reached',
    'account.suspended',
    'validation.failed',
  ],
});

export const uploadMessagePhoto = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/photos',
  summary: 'Upload a photo for a message (multipart, field "image")',
  access: 'user',
  accessRule: 'the two people of the conversation',
  verifiedEmail: true,
  params: Params,
  response: Type.Object({
    acknowledged: Type.Literal(true),
    insertedId: Id,
    url: Type.String({ description: 'Signed, valid for an hour' }),
    width: photoSize,
    height: photoSize,
  }),
  errors: [
    'conversation.not-found',
    'conversation.closed',
    'conversation.photos-too-early',
    'account.suspended',
    'request.invalid',
    'image.corrupt',
    'image.too-large',
    'image.unsupported',
    'image.quota-reached',
    'image.unavailable',
    'body.unsupported',
  ],
});

export const readConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/read',
  summary: 'Mark messages as read',
  access: 'user',
  accessRule: 'the two people of the conversation',
  params: Params,
  body: Type.Object({ upTo: Type.Integer({ minimum: 1, description: 'The number of a message' }) }),
  response: Modified,
  errors: ['conversation.not-found'],
});

export const reportTyping = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/typing',
  summary: 'Show the other person that the caller is writing',
  access: 'user',
  accessRule: 'the two people of the conversation',
  params: Params,
  response: Modified,
  errors: ['conversation.not-found'],
});

export const reportConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/report',
  summary: 'Report a conversation to the admins, who can then read it',
  access: 'user',
  audit: 'conversation.reported',
  accessRule: 'the two people of the conversation',
  params: Params,
  body: Type.Object({
    reason: Type.String({ minLength: 1, maxLength: chatLimits.maxReasonLength }),
    category: Type.Optional(GivenReason),
  }),
  response: Inserted,
  errors: ['conversation.not-found', 'validation.failed'],
});

export const ConversationReport = Type.Object({
  _id: Id,
  conversationId: Id,
  productName: Type.String(),
  buyer: orNull(Type.Object(person)),
  seller: orNull(Type.Object(person)),
  reportedBy: Type.Enum(['buyer', 'seller']),
  category: Type.Enum(reportReasons),
  reason: Type.String({ description: 'Empty if the account of the reporter was deleted' }),
  at: DateTime,
});
export type ConversationReport = Static<typeof ConversationReport>;

export const listConversationReports = endpoint({
  method: 'GET',
  path: '/api/conversation-reports',
  summary: 'Open reports of conversations, oldest first',
  access: 'admin',
  staff: ['moderator'],
  response: Type.Array(ConversationReport, { description: 'Up to 200' }),
  errors: [],
});

export const closeConversationReport = endpoint({
  method: 'POST',
  path: '/api/conversation-reports/:id/closing',
  summary: 'Close a report: without an open one, admins cannot read the conversation',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'conversation-report.closed',
  params: Params,
  response: Modified,
  errors: ['conversation-report.not-found', 'moderation.person-protected'],
});

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  summary: 'The people whom the caller has blocked',
  access: 'user',
  response: Type.Array(
    Type.Object({
      _id: Id,
      userId: Type.String({ format: 'uuid', description: 'The blocked person' }),
      name: Type.String(),
      at: DateTime,
    }),
  ),
  errors: [],
});

export const blockPerson = endpoint({
  method: 'POST',
  path: '/api/blocks',
  summary: 'Block the other person of a conversation',
  access: 'user',
  accessRule: 'the two people of the conversation',
  body: Type.Object({ conversationId: Id }),
  response: Inserted,
  errors: ['conversation.not-found'],
});

export const unblockPerson = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  summary: 'Unblock a person',
  access: 'user',
  params: Params,
  response: Deleted,
  errors: ['block.not-found'],
});
