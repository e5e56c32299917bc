import type { Conversation, Message } from '../../chat.ts';
import type { EndpointExamples } from '../example.ts';
import { buyer, product, seller } from './fixtures.ts';

const conversationId = '0199f2c0-1a00-7000-8000-0000000000c1';
const message: Message = {
  _id: '0199f2c0-1a00-7000-8000-0000000000c2',
  number: 1,
  by: 'buyer',
  own: true,
  clientId: '0199f2c0-1a00-7000-8000-0000000000c3',
  text: 'Is the battery original? Write to rana@mail.com',
  photos: [],
  step: null,
  hidden: ['email'],
  warnings: [],
  at: '2026-11-22T14:00:00.000Z',
};
const conversation: Conversation = {
  _id: conversationId,
  product: { _id: product._id, name: product.name, img: product.img },
  role: 'buyer',
  buyer: { _id: buyer._id, name: buyer.name, photo: null },
  seller: { _id: seller._id, name: seller.name, photo: null },
  unread: 0,
  readByPartner: 0,
  lastMessage: message,
  partnerTyping: false,
  contactsShown: false,
  photosAllowed: false,
  blocked: null,
  at: '2026-11-22T14:00:00.000Z',
};
const params = { id: conversationId };

export const chatExamples = {
  listConversations: {
    tag: 'Conversations',
    description: 'The conversations of the caller, newest message first.',
    response: { unread: 0, conversations: [conversation] },
  },
  countUnreadMessages: {
    tag: 'Conversations',
    description: 'The unread messages of all conversations. Cheaper than the list.',
    response: { unread: 0 },
  },
  openConversation: {
    tag: 'Conversations',
    description:
      'Opens the conversation about a listing (`productId`), or with the other person of an order (`orderId`). There is one per listing and buyer: opened again, it is the same. A person starts at most five an hour, in the first day of an account two.',
    body: { productId: product._id },
    response: { acknowledged: true, insertedId: conversationId },
  },
  listMessages: {
    tag: 'Conversations',
    description:
      'The newest messages, those `before` a number, or those `after` one. A message with a `step` reports a step of an offer or an order of the two: it has neither author nor text, and is never unread. Contact data of the partner is replaced until a paid order exists between the two; `hidden` says what. The author reads the own text. An admin reads a conversation while a report of it is open, which is recorded.',
    params,
    query: {},
    response: { conversation, messages: [message], hasEarlier: false },
  },
  sendMessage: {
    tag: 'Conversations',
    description:
      'Sends a message, at most 20 a minute, in the first day of an account 10. `clientId` is chosen by the client: sent again after a lost response, the message is not stored again. `photos` are ids of photos that the caller uploaded for this conversation in the last 24 hours and has not sent; with them, the text can be empty.',
    params,
    body: { clientId: '0199f2c0-1a00-7000-8000-0000000000c4', text: 'Is it still available?' },
    response: {
      ...message,
      number: 2,
      clientId: '0199f2c0-1a00-7000-8000-0000000000c4',
      text: 'Is it still available?',
      hidden: [],
    },
    errors: { 'validation.failed': { detail: 'Write something first', field: 'body.text' } },
  },
  uploadMessagePhoto: {
    tag: 'Conversations',
    description:
      'Uploads a photo, which a message then names by its id within 24 hours. Photos can be sent once the other person has written in the conversation, or an order between the two is paid: contact data in them cannot be hidden. They are visible to the two people, and to admins while the conversation is reported: their URLs are signed and expire. Up to 30 an hour and 100 a day, in the first day of an account 10. Accepts the same files as the image host.',
    params,
    response: {
      acknowledged: true,
      insertedId: '0199f2c0-1a00-7000-8000-0000000000c7',
      url: 'http://localhost:3000/images/messages/0199f2c0-1a00-7000-8000-0000000000c7?expires=1795438800&signature=9Jv0',
      width: 90,
      height: 90,
    },
    errors: {
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.quota-reached': {
        detail: 'You have photos that are not sent: send them first, or come back tomorrow',
      },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail:
          'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
  readConversation: {
    tag: 'Conversations',
    description: 'Marks the messages up to a number as read; the partner sees that.',
    params,
    body: { upTo: 1 },
    response: { acknowledged: true, modifiedCount: 0 },
  },
  reportTyping: {
    tag: 'Conversations',
    description:
      'Shows the other person for six seconds that the caller is writing. Clients repeat it every three seconds while that is so.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
  reportConversation: {
    tag: 'Conversations',
    description: 'Reports a conversation to the admins, who can read it while the report is open.',
    params,
    body: { reason: 'Asks me to pay outside of Redial.', category: 'outside-trade' },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000c5' },
    errors: { 'validation.failed': { detail: 'Please say what happened', field: 'body.reason' } },
  },
  listConversationReports: {
    tag: 'Conversations',
    description: 'The open reports of conversations, oldest first.',
    response: [
      {
        _id: '0199f2c0-1a00-7000-8000-0000000000c5',
        conversationId,
        productName: product.name,
        buyer: { _id: buyer._id, name: buyer.name },
        seller: { _id: seller._id, name: seller.name },
        reportedBy: 'buyer',
        category: 'outside-trade',
        reason: 'Asks me to pay outside of Redial.',
        at: '2026-11-22T14:05:00.000Z',
      },
    ],
  },
  closeConversationReport: {
    tag: 'Conversations',
    description:
      'Closes a report. While no report is open, admins cannot read the conversation, and what deleted accounts wrote in it is deleted.',
    params: { id: '0199f2c0-1a00-7000-8000-0000000000c5' },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  listBlocks: {
    tag: 'Conversations',
    description: 'The people whom the caller has blocked, newest first.',
    response: [],
  },
  blockPerson: {
    tag: 'Conversations',
    description: 'Blocks the other person of a conversation: neither can send the other messages.',
    body: { conversationId },
    response: { acknowledged: true, insertedId: '0199f2c0-1a00-7000-8000-0000000000c6' },
  },
  unblockPerson: {
    tag: 'Conversations',
    description: 'Unblocks a person, by the id of the block.',
    params: { id: '0199f2c0-1a00-7000-8000-0000000000c6' },
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'listConversations'
  | 'countUnreadMessages'
  | 'openConversation'
  | 'listMessages'
  | 'sendMessage'
  | 'uploadMessagePhoto'
  | 'readConversation'
  | 'reportTyping'
  | 'reportConversation'
  | 'listConversationReports'
  | 'closeConversationReport'
  | 'listBlocks'
  | 'blockPerson'
  | 'unblockPerson'
>;
