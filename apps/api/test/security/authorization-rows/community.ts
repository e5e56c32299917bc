import * as contract from '@redial/contract';
import { newId } from '../../../src/platform/ids.ts';
import {
  adminOnly,
  type Codes,
  everybody,
  type Fixtures,
  forAll,
  hidden,
  type MatrixRow,
  noRole,
  notOnHold,
  row,
} from './row.ts';

const params = ({ orderId }: Fixtures) => ({ params: { id: orderId } });
const unknown = { id: '0199f2c0-1a00-7000-8000-0000000000ff' };
const seller = ({ users }: Fixtures) => ({ params: { id: users.seller.id } });
const review = { stars: 5, text: 'Fine', points: {} };
const order = "the buyer's order";
const chatParams = ({ chat }: Fixtures) => ({ params: { id: chat } });
const noChat = 'conversation.not-found';
const bothOnly: Codes = ['ok', noChat, 'ok', noChat, noChat];
const about = 'the conversation of the buyer with the seller';

/** Conversations, favourites, alerts, saved searches, profiles and reviews. */
export const communityRows: MatrixRow[] = [
  row(contract.listConversations, 'own conversations', () => ({}), everybody),
  row(contract.countUnreadMessages, 'own conversations', () => ({}), everybody),
  row(
    contract.openConversation,
    "the seller's free phone",
    ({ free }) => ({ body: { productId: free } }),
    ['ok', 'ok', 'product.own-product', 'ok', 'ok'],
    true,
  ),
  row(contract.openConversation, "the buyer's order", ({ orderId }) => ({ body: { orderId } }), [
    'ok',
    hidden,
    'ok',
    hidden,
    hidden,
  ]),
  row(contract.listMessages, about, chatParams, bothOnly),
  row(
    contract.sendMessage,
    about,
    (rows) => ({ ...chatParams(rows), body: { clientId: newId(), text: 'Hello' } }),
    bothOnly,
    true,
  ),
  row(
    contract.readConversation,
    about,
    (rows) => ({ ...chatParams(rows), body: { upTo: 1 } }),
    bothOnly,
  ),
  row(contract.reportTyping, about, chatParams, bothOnly, true),
  row(
    contract.reportConversation,
    about,
    (rows) => ({ ...chatParams(rows), body: { reason: 'Spam' } }),
    bothOnly,
    true,
  ),
  row(contract.listBlocks, 'own blocks', () => ({}), everybody),
  row(
    contract.blockPerson,
    about,
    ({ chat }) => ({ body: { conversationId: chat } }),
    bothOnly,
    true,
  ),
  row(
    contract.unblockPerson,
    'no block',
    () => ({ params: { id: newId() } }),
    forAll('block.not-found'),
  ),
  row(contract.listConversationReports, 'the reports', () => ({}), adminOnly),
  row(
    contract.closeConversationReport,
    'a report',
    ({ chatReport }) => ({ params: { id: chatReport } }),
    adminOnly,
    true,
  ),
  row(contract.listFavourites, 'favourites', () => ({ query: {} }), everybody),
  row(
    contract.addFavourite,
    "the seller's free phone",
    ({ free }) => ({ params: { listingId: free } }),
    ['ok', 'ok', 'favourite.own-product', 'ok', 'ok'],
    true,
  ),
  row(
    contract.removeFavourite,
    "the seller's free phone",
    ({ free }) => ({ params: { listingId: free } }),
    everybody,
  ),
  row(contract.listAvailabilityAlerts, 'alerts', () => ({}), everybody),
  row(
    contract.addAvailabilityAlert,
    "the seller's free phone",
    ({ free }) => ({ params: { listingId: free } }),
    [notOnHold, notOnHold, notOnHold, notOnHold, notOnHold],
    true,
  ),
  row(
    contract.removeAvailabilityAlert,
    "the seller's free phone",
    ({ free }) => ({ params: { listingId: free } }),
    everybody,
  ),
  row(contract.listSavedSearches, 'saved searches', () => ({}), everybody),
  row(
    contract.saveSearch,
    'a saved search',
    () => ({ body: { name: 'Cheap', search: { maxPrice: 100 }, frequency: 'daily' } }),
    everybody,
    true,
  ),
  row(
    contract.changeSavedSearch,
    "the buyer's saved search",
    ({ savedSearch }) => ({ params: { id: savedSearch }, body: { paused: true } }),
    [
      'ok',
      'saved-search.not-found',
      'saved-search.not-found',
      'saved-search.not-found',
      'saved-search.not-found',
    ],
    true,
  ),
  row(
    contract.deleteSavedSearch,
    'a saved search that does not exist',
    ({ free }) => ({ params: { id: free } }),
    everybody,
  ),
  row(contract.getProfile, 'the seller', seller, everybody),
  row(contract.listReviews, 'the seller', seller, everybody),
  row(contract.getOrderReviews, order, params, ['ok', hidden, 'ok', hidden, hidden]),
  row(contract.writeReview, order, (rows) => ({ ...params(rows), body: review }), [
    'review.not-open',
    hidden,
    'review.not-open',
    hidden,
    hidden,
  ]),
  row(
    contract.replyToReview,
    'no review',
    () => ({ params: unknown, body: { text: 'Thanks' } }),
    forAll('review.not-found'),
  ),
  row(contract.getOwnProfile, 'oneself', () => ({}), everybody),
  // Uploads: profile-photo.test.ts.
  row(contract.removeProfilePhoto, 'oneself', () => ({}), everybody),
  row(contract.removePhotoOfUser, 'nobody', () => ({ params: unknown, body: { reason: 'Spam' } }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'user.not-found',
  ]),
  row(contract.removeReview, 'no review', () => ({ params: unknown, body: { reason: 'Spam' } }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'review.not-found',
  ]),
];
