import * as contract from '@redial/contract';
import { buildPath, type Endpoint } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  conversationReports,
  conversations,
  deviceNumbers,
  deviceOwners,
  devices,
  listingImeis,
  moderationAppeals,
  moderationDecisions,
  offers,
  savedSearches,
} from '../../src/db/schema/index.ts';
import { encryptImei } from '../../src/features/devices/imei-keys.ts';
import { compileSearch } from '../../src/features/saved-searches/compile-search.ts';
import { newId } from '../../src/platform/ids.ts';
import {
  createTestApp,
  newProductInput,
  type TestApp,
  type TestUser,
  unwrap,
} from '../test-app.ts';
import { contact, insertImage } from './fixtures.ts';
import { findViolations } from './invariants.ts';
import { tableChecksum } from './table-checksum.ts';

const staff = ['moderator', 'support'] as const;
const ownCallers = ['buyer', 'other buyer', 'seller', 'other seller', 'admin'] as const;
const callers = [...ownCallers, ...staff] as const;
type Caller = (typeof callers)[number];

/** The rows of one case: a buyer's order that is paid but not recorded, on a seller's product. */
interface Fixtures {
  readonly users: Record<Caller, TestUser>;
  readonly ordered: string;
  readonly free: string;
  /** A device of the seller. */
  readonly device: string;
  /** The conversation of the buyer with the seller, which has no report. */
  readonly chat: string;
  /** A report of another conversation of the two. */
  readonly chatReport: string;
  /** An open offer of the buyer to the seller. */
  readonly offer: string;
  /** Decisions of another admin about the seller, and an appeal against the second one. */
  readonly ban: string;
  readonly changes: string;
  readonly appeal: string;
  /** A saved search of the buyer. */
  readonly savedSearch: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly img: string;
}
interface MatrixRow {
  readonly call: Endpoint;
  /** The row that the request targets. */
  readonly about: string;
  readonly input: (
    rows: Fixtures,
    caller: TestUser,
  ) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: object };
  /** The expected code per caller; `ok` if the request is allowed. */
  readonly codes: Record<Caller, string>;
  readonly changes: boolean;
}

const row = (
  call: Endpoint,
  about: string,
  input: MatrixRow['input'],
  codes: [string, string, string, string, string],
  changes = false,
): MatrixRow => ({
  call,
  about,
  input,
  changes,
  codes: {
    ...Object.fromEntries(ownCallers.map((caller, i) => [caller, codes[i]])),
    ...Object.fromEntries(staff.map((role) => [role, codes[staffCode(call, role)]])),
  } as MatrixRow['codes'],
});

/** Whose code a member of the staff gets: an admin's where the endpoint names the role, else a buyer's. */
const staffCode = (call: Endpoint, role: contract.StaffRole): number =>
  call === contract.becomeSeller || call.staff?.includes(role) ? 4 : 1;

const noRole = 'role.forbidden';
const notYours = 'account.not-owner';
const hidden = 'order.not-found';
const notOnHold = 'availability-alert.not-on-hold';
const noOffer = 'offer.not-found';
const noDecision = 'decision.not-found';
const everybody: Parameters<typeof row>[3] = ['ok', 'ok', 'ok', 'ok', 'ok'];
const adminOnly: Parameters<typeof row>[3] = [noRole, noRole, noRole, noRole, 'ok'];
const buyerOnly: Parameters<typeof row>[3] = ['ok', hidden, hidden, hidden, hidden];
const sellersOwn: Parameters<typeof row>[3] = [noRole, noRole, 'ok', 'product.not-owner', noRole];
const emailOf = (caller: Caller) => (rows: Fixtures) => ({ email: rows.users[caller].email });

const matrix: MatrixRow[] = [
  row(contract.getAdminFlag, 'the buyer', (rows) => ({ params: emailOf('buyer')(rows) }), [
    'ok',
    notYours,
    notYours,
    notYours,
    'ok',
  ]),
  row(contract.getSellerFlag, 'the seller', (rows) => ({ params: emailOf('seller')(rows) }), [
    notYours,
    notYours,
    'ok',
    notYours,
    'ok',
  ]),
  row(contract.listProducts, 'the market', () => ({}), everybody),
  row(
    contract.listCategoryProducts,
    'a category',
    () => ({ params: { categoryName: 'Iphone' } }),
    everybody,
  ),
  row(contract.listAdvertisedProducts, 'the market', () => ({}), everybody),
  row(
    contract.getProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    everybody,
  ),
  row(contract.revealContact, "the seller's free phone", ({ free }) => ({ params: { id: free } }), [
    'contact.not-paid',
    'contact.not-paid',
    'ok',
    'contact.not-paid',
    'contact.not-paid',
  ]),
  row(
    contract.listSimilarProducts,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    everybody,
  ),
  row(contract.listReportedProducts, 'the reports', () => ({}), adminOnly),
  row(
    contract.reportProduct,
    "the seller's free phone",
    ({ free }) => ({ body: { _id: free } }),
    everybody,
    true,
  ),
  row(
    contract.createReport,
    "the seller's free phone",
    ({ free }) => ({ body: { target: { kind: 'listing', id: free }, reason: 'fraud' } }),
    ['ok', 'ok', 'report.own', 'ok', 'ok'],
    true,
  ),
  row(
    contract.createReport,
    'the seller',
    ({ users }) => ({
      body: { target: { kind: 'person', id: users.seller.id }, reason: 'spam' },
    }),
    ['ok', 'ok', 'report.own', 'ok', 'ok'],
    true,
  ),
  row(contract.getModerationQueue, 'the queue', () => ({}), adminOnly),
  row(
    contract.getPerson,
    'the seller',
    ({ users }) => ({ params: { id: users.seller.id } }),
    adminOnly,
    true,
  ),
  row(
    contract.endPersonSessions,
    'the seller',
    ({ users }) => ({ params: { id: users.seller.id } }),
    adminOnly,
    true,
  ),
  row(
    contract.findAnything,
    'the seller',
    ({ users }) => ({ query: { q: users.seller.email } }),
    adminOnly,
    true,
  ),
  row(contract.getOverview, 'what needs action', () => ({}), adminOnly),
  row(contract.getFigures, 'the figures', () => ({ query: { days: '7' } }), adminOnly),
  row(
    contract.decideModeration,
    'a reported phone',
    ({ free }) => ({
      body: {
        target: { kind: 'listing', id: free },
        kind: 'hide',
        rule: 'honest-listing',
        message: 'The photos show another phone.',
      },
    }),
    adminOnly,
    true,
  ),
  row(contract.listModerationDecisions, 'the decisions', () => ({}), adminOnly),
  row(
    contract.decideAppeal,
    "the seller's appeal",
    ({ appeal }) => ({ params: { id: appeal }, body: { upheld: true, answer: 'You are right.' } }),
    adminOnly,
    true,
  ),
  row(
    contract.releaseHeldBalance,
    'the ban of a seller',
    ({ ban }) => ({ params: { id: ban }, body: { reason: 'Everything is over.' } }),
    adminOnly,
    true,
  ),
  row(contract.listOwnDecisions, 'the own decisions', () => ({}), everybody),
  row(
    contract.appealDecision,
    'a decision about the seller',
    ({ ban }) => ({ params: { id: ban }, body: { text: 'It is not true.' } }),
    [noDecision, noDecision, 'ok', noDecision, noDecision],
    true,
  ),
  row(
    contract.answerDecision,
    'a decision about the seller',
    ({ changes }) => ({ params: { id: changes } }),
    [noDecision, noDecision, 'ok', noDecision, noDecision],
    true,
  ),
  row(
    contract.resolveReport,
    'a reported phone',
    ({ free }) => ({ params: { id: free } }),
    adminOnly,
    true,
  ),
  row(
    contract.placeOrder,
    "the seller's free phone",
    ({ free }) => ({ body: { productId: free, ...contact } }),
    ['ok', 'ok', 'product.own-product', 'ok', 'ok'],
    true,
  ),
  row(contract.listOrders, "the buyer's orders", (rows) => ({ query: emailOf('buyer')(rows) }), [
    'ok',
    notYours,
    notYours,
    notYours,
    'ok',
  ]),
  row(contract.getOrder, "the buyer's order", ({ orderId }) => ({ params: { id: orderId } }), [
    'ok',
    hidden,
    hidden,
    hidden,
    'ok',
  ]),
  row(
    contract.createPaymentIntent,
    "the buyer's order, by its price",
    () => ({ body: { price: 345 } }),
    ['order.already-paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.createPaymentIntent,
    "the buyer's order, by its id",
    ({ orderId }) => ({ body: { price: 345, orderId } }),
    ['order.already-paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.recordPayment,
    "the buyer's order",
    ({ orderId, transactionId }, { email }) => ({
      body: { price: 345, transactionId, email, orderId },
    }),
    buyerOnly,
    true,
  ),
  row(
    contract.getReceipt,
    "the buyer's order, which is not paid",
    ({ orderId }) => ({ params: { id: orderId } }),
    ['order.not-paid', hidden, hidden, hidden, 'order.not-paid'],
  ),
  row(
    contract.cancelOrder,
    "the buyer's order",
    ({ orderId, ordered }) => ({ params: { orderId }, body: { productId: ordered } }),
    ['order.already-paid', hidden, hidden, hidden, hidden],
    false,
  ),
  row(
    contract.listMyProducts,
    "the seller's phones",
    (rows) => ({ query: emailOf('seller')(rows) }),
    [noRole, noRole, 'ok', notYours, 'ok'],
  ),
  row(
    contract.addProduct,
    "a phone with the seller's picture",
    ({ img }) => ({ body: newProductInput({ img }) }),
    [noRole, noRole, 'ok', 'validation.failed', noRole],
    true,
  ),
  row(
    contract.advertiseProduct,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    [noRole, noRole, 'ok', 'product.not-owner', noRole],
    true,
  ),
  row(
    contract.pauseProduct,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    [noRole, noRole, 'ok', 'product.not-owner', noRole],
    true,
  ),
  row(
    contract.resumeProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.has-active-order', 'product.not-owner', noRole],
  ),
  row(
    contract.updateProfile,
    'oneself',
    () => ({ body: { name: 'Another name' } }),
    ['ok', 'ok', 'ok', 'ok', 'ok'],
    true,
  ),
  row(
    contract.stopAdvertisingProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.has-active-order', 'product.not-owner', noRole],
  ),
  row(
    contract.editProduct,
    "the seller's free phone, with the seller's picture",
    ({ free, img }) => ({ params: { id: free }, body: newProductInput({ img }) }),
    [noRole, noRole, 'ok', 'product.not-owner', noRole],
    true,
  ),
  row(
    contract.editProduct,
    "the seller's ordered phone",
    ({ ordered, img }) => ({ params: { id: ordered }, body: newProductInput({ img }) }),
    [noRole, noRole, 'product.has-active-order', 'product.not-owner', noRole],
  ),
  row(
    contract.advertiseProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.has-active-order', 'product.not-owner', noRole],
  ),
  row(
    contract.deleteProduct,
    "the seller's free phone",
    ({ free }) => ({ params: { id: free } }),
    [noRole, noRole, 'ok', 'product.not-owner', noRole],
    true,
  ),
  row(
    contract.deleteProduct,
    "the seller's ordered phone",
    ({ ordered }) => ({ params: { id: ordered } }),
    [noRole, noRole, 'product.has-active-order', 'product.not-owner', noRole],
  ),
  row(contract.listBuyers, 'all buyers', () => ({}), adminOnly),
  row(contract.listSellers, 'all sellers', () => ({}), adminOnly),
  row(
    contract.deleteUser,
    'the seller',
    ({ users }) => ({ params: { id: users.seller.id } }),
    adminOnly,
    true,
  ),
  row(contract.deleteUser, 'the admin', ({ users }) => ({ params: { id: users.admin.id } }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'user.is-admin',
  ]),
  row(contract.getDataExport, 'oneself', () => ({}), everybody, true),
  row(
    contract.deleteOwnAccount,
    'oneself',
    (_rows, { email }) => ({ body: { email } }),
    ['ok', 'ok', 'ok', 'ok', 'ok'],
    true,
  ),
  row(
    contract.deleteOwnAccount,
    'the buyer',
    (rows) => ({ body: emailOf('buyer')(rows) }),
    ['ok', 'validation.failed', 'validation.failed', 'validation.failed', 'validation.failed'],
    true,
  ),
  row(
    contract.verifySeller,
    'the seller',
    (rows) => ({ params: emailOf('seller')(rows) }),
    adminOnly,
    true,
  ),
  row(contract.listAuditEntries, 'what admins did', () => ({}), adminOnly),
  row(contract.listAccountActivity, 'oneself', () => ({}), everybody),
  row(contract.getAuditSeal, 'the chain of the audit log', () => ({}), adminOnly),
  row(contract.requestAuditVerification, 'the audit log', () => ({}), adminOnly, true),
  row(
    contract.exportAuditLog,
    'a month of the audit log',
    () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }),
    adminOnly,
  ),
  row(contract.listSellerRecords, 'deleted sellers', () => ({}), adminOnly),
  row(
    contract.openSellerRecord,
    'a seller who is not deleted',
    ({ users }) => ({ params: { id: users.seller.id }, body: { reason: 'The police asked.' } }),
    [noRole, noRole, noRole, noRole, 'seller-record.not-found'],
  ),
  row(contract.verifySeller, 'the buyer', (rows) => ({ params: emailOf('buyer')(rows) }), [
    noRole,
    noRole,
    noRole,
    noRole,
    'seller.not-found',
  ]),
  ...tradeRows(),
  ...chatRows(),
];

function chatRows(): MatrixRow[] {
  const params = ({ chat }: Fixtures) => ({ params: { id: chat } });
  const noChat = 'conversation.not-found';
  const bothOnly: typeof buyerOnly = ['ok', noChat, 'ok', noChat, noChat];
  const about = 'the conversation of the buyer with the seller';
  return [
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
    row(contract.listMessages, about, params, bothOnly),
    row(
      contract.sendMessage,
      about,
      (rows) => ({ ...params(rows), body: { clientId: newId(), text: 'Hello' } }),
      bothOnly,
      true,
    ),
    row(
      contract.readConversation,
      about,
      (rows) => ({ ...params(rows), body: { upTo: 1 } }),
      bothOnly,
    ),
    row(contract.reportTyping, about, params, bothOnly, true),
    row(
      contract.reportConversation,
      about,
      (rows) => ({ ...params(rows), body: { reason: 'Spam' } }),
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
      Array.from({ length: 5 }, () => 'block.not-found') as typeof buyerOnly,
    ),
    row(contract.listConversationReports, 'the reports', () => ({}), adminOnly),
    row(
      contract.closeConversationReport,
      'a report',
      ({ chatReport }) => ({ params: { id: chatReport } }),
      adminOnly,
      true,
    ),
  ];
}

/** Calls about the buyer's order, which is paid when they arrive, and about the seller's free phone. */
function tradeRows(): MatrixRow[] {
  const params = ({ orderId }: Fixtures) => ({ params: { id: orderId } });
  const hiddenDispute = Array.from({ length: 5 }, () => 'dispute.not-found') as typeof buyerOnly;
  const unknown = { id: '0199f2c0-1a00-7000-8000-0000000000ff' };
  const wrongState = 'order.invalid-status';
  const bothWrongState: typeof buyerOnly = [wrongState, hidden, wrongState, hidden, hidden];
  const buyerWrongState: typeof buyerOnly = [wrongState, hidden, hidden, hidden, hidden];
  const sellerWrongState: typeof buyerOnly = [hidden, hidden, wrongState, hidden, hidden];
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const resolution = { kind: 'release', reason: 'As described.' };
  const free = ({ free: id }: Fixtures) => ({ params: { id } });
  const device = ({ device: id }: Fixtures) => ({ params: { id } });
  const imeis = ['001017000000011'];
  const seller = ({ users }: Fixtures) => ({ params: { id: users.seller.id } });
  const review = { stars: 5, text: 'Fine', points: {} };
  const order = "the buyer's order";
  return [
    row(contract.getHandover, order, (rows) => ({ ...params(rows), query: {} }), [
      hidden,
      hidden,
      hidden,
      hidden,
      hidden,
    ]),
    row(
      contract.proposeMeeting,
      order,
      (rows) => ({ ...params(rows), body: { place: 'Here', at } }),
      bothWrongState,
    ),
    row(
      contract.acceptMeeting,
      order,
      (rows) => ({ ...params(rows), body: { meetingId: unknown.id } }),
      ['meeting.not-found', hidden, 'meeting.not-found', hidden, hidden],
    ),
    row(contract.shareMeeting, order, params, bothWrongState),
    row(
      contract.confirmHandover,
      order,
      (rows) => ({ ...params(rows), body: { code: '000000' } }),
      bothWrongState,
    ),
    row(contract.withdrawHandoverConfirmation, order, params, bothWrongState),
    row(
      contract.checkDevice,
      order,
      (rows) => ({ ...params(rows), body: { imei: imeis[0] } }),
      buyerWrongState,
    ),
    row(
      contract.openDispute,
      order,
      (rows) => ({ ...params(rows), body: { reason: 'counterfeit', text: 'A copy' } }),
      buyerWrongState,
    ),
    row(contract.listDisputes, 'disputes', () => ({}), everybody),
    row(contract.getDispute, 'no dispute', () => ({ params: unknown }), hiddenDispute),
    row(
      contract.addDisputeMessage,
      'no dispute',
      () => ({ params: unknown, body: { text: 'Hello' } }),
      hiddenDispute,
    ),
    row(
      contract.addDisputeProposal,
      'no dispute',
      () => ({ params: unknown, body: { kind: 'release' } }),
      hiddenDispute,
    ),
    row(
      contract.acceptDisputeProposal,
      'no dispute',
      () => ({ params: { ...unknown, proposalId: unknown.id } }),
      hiddenDispute,
    ),
    row(contract.decideDispute, 'no dispute', () => ({ params: unknown, body: resolution }), [
      noRole,
      noRole,
      noRole,
      noRole,
      'dispute.not-found',
    ]),
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
    row(contract.listOffers, 'offers', () => ({}), everybody),
    row(
      contract.makeOffer,
      "the seller's free phone",
      ({ free }) => ({ params: { id: free }, body: { price: 300, ...contact } }),
      ['ok', 'ok', 'product.own-product', 'ok', 'ok'],
      true,
    ),
    row(
      contract.listBlindOffers,
      "the seller's free phone",
      ({ free }) => ({ params: { id: free } }),
      everybody,
    ),
    row(
      contract.makeBlindOffer,
      "the seller's free phone",
      ({ free }) => ({ params: { id: free }, body: { ceiling: 300, ...contact } }),
      ['ok', 'ok', 'product.own-product', 'ok', 'ok'],
      true,
    ),
    ...([contract.acceptOffer, contract.declineOffer, contract.counterOffer] as const).map((call) =>
      row(
        call,
        "the buyer's offer",
        ({ offer }) => ({
          params: { id: offer },
          ...(call === contract.counterOffer ? { body: { price: 320 } } : {}),
        }),
        ['offer.not-your-turn', noOffer, 'ok', noOffer, noOffer],
        true,
      ),
    ),
    row(
      contract.withdrawOffer,
      "the buyer's offer",
      ({ offer }) => ({ params: { id: offer } }),
      ['ok', noOffer, noOffer, noOffer, noOffer],
      true,
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
      Array.from({ length: 5 }, () => 'review.not-found') as typeof buyerOnly,
    ),
    row(contract.getOwnProfile, 'oneself', () => ({}), everybody),
    // Uploads: profile-photo.test.ts.
    row(contract.removeProfilePhoto, 'oneself', () => ({}), everybody),
    row(
      contract.removePhotoOfUser,
      'nobody',
      () => ({ params: unknown, body: { reason: 'Spam' } }),
      [noRole, noRole, noRole, noRole, 'user.not-found'],
    ),
    row(contract.removeReview, 'no review', () => ({ params: unknown, body: { reason: 'Spam' } }), [
      noRole,
      noRole,
      noRole,
      noRole,
      'review.not-found',
    ]),
    row(contract.getReturn, order, params, [
      'return.not-found',
      hidden,
      'return.not-found',
      hidden,
      hidden,
    ]),
    row(
      contract.setReturnAddress,
      order,
      (rows) => ({ ...params(rows), body: { address: 'Lyon' } }),
      sellerWrongState,
    ),
    row(
      contract.shipReturn,
      order,
      (rows) => ({
        ...params(rows),
        body: { carrier: 'ups', trackingNumber: '1Z999AA10123456784' },
      }),
      buyerWrongState,
    ),
    row(contract.confirmReturn, order, (rows) => ({ ...params(rows), body: {} }), sellerWrongState),
    row(contract.getListingImei, "the seller's free phone", free, [
      noRole,
      noRole,
      'ok',
      'product.not-owner',
      noRole,
    ]),
    row(
      contract.setListingImei,
      "the seller's free phone",
      (rows) => ({ ...free(rows), body: { imeis } }),
      [noRole, noRole, 'ok', 'product.not-owner', noRole],
      true,
    ),
    row(contract.removeListingImei, "the seller's free phone", free, [
      noRole,
      noRole,
      'ok',
      'product.not-owner',
      noRole,
    ]),
    row(contract.getDevice, "the seller's device", device, everybody),
    row(contract.getListingDevice, "the seller's free phone", free, everybody),
    row(
      contract.reportDevice,
      "the seller's device",
      (rows) => ({ ...device(rows), body: { as: 'lost' } }),
      ['device.not-owner', 'device.not-owner', 'ok', 'device.not-owner', 'device.not-owner'],
      true,
    ),
    row(contract.liftDeviceReport, "the seller's device", device, adminOnly),
    row(contract.checkImei, 'a number', () => ({ body: { imei: imeis[0] } }), everybody),
    row(
      contract.createSelfTestLink,
      "the seller's free phone",
      free,
      [
        'self-test.not-allowed',
        'self-test.not-allowed',
        'ok',
        'self-test.not-allowed',
        'self-test.not-allowed',
      ],
      true,
    ),
    row(contract.getListingSelfTest, "the seller's free phone", free, everybody),
    row(contract.getSelfTestKeys, 'the keys', () => ({}), everybody),
    row(contract.getOrderSelfTests, order, params, ['ok', hidden, 'ok', hidden, 'ok']),
    row(contract.getPossessionStatus, "the seller's free phone", free, sellersOwn),
    row(contract.requestPossessionCode, "the seller's free phone", free, sellersOwn, true),
    row(contract.listRiskyListings, 'the list', () => ({}), adminOnly),
    row(
      contract.decideHeldListing,
      'a listing that is not held',
      (rows) => ({ ...free(rows), body: { released: true, reason: 'x' } }),
      [noRole, noRole, noRole, noRole, 'risk.not-held'],
    ),
    row(contract.getListingReview, "the seller's free phone", free, sellersOwn),
    row(contract.listPossessionProofs, 'the queue', () => ({}), adminOnly),
    row(
      contract.decidePossessionProof,
      'no photo',
      () => ({ params: unknown, body: { accepted: true } }),
      [noRole, noRole, noRole, noRole, 'possession-proof.not-found'],
    ),
    row(contract.getResaleDraft, order, params, buyerWrongState),
    row(
      contract.resellOrder,
      order,
      (rows) => ({
        ...params(rows),
        body: {
          resalePrice: 300,
          number: '+1 202-555-0117',
          location: 'Here',
          description: 'Mine',
        },
      }),
      [noRole, noRole, hidden, hidden, noRole],
    ),
  ];
}

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function createFixtures(): Promise<Fixtures> {
  const users = {
    buyer: await app.insertUser('buyer'),
    'other buyer': await app.insertUser('buyer'),
    seller: await app.insertUser('seller'),
    'other seller': await app.insertUser('seller'),
    admin: await app.insertUser('admin'),
    moderator: await app.insertUser('buyer', { staffRole: 'moderator' }),
    support: await app.insertUser('buyer', { staffRole: 'support' }),
  };
  const { seller, buyer } = users;
  const ordered = await app.insertProduct(seller);
  const free = await app.insertProduct(seller);
  const { token } = buyer;
  const placed = await app.call(contract.placeOrder, {
    body: { productId: ordered, ...contact },
    token,
  });
  const { insertedId: orderId } = unwrap(placed);
  const asked = await app.call(contract.createPaymentIntent, {
    body: { price: 345, orderId },
    token,
  });
  const { id: transactionId } = await app.pay(unwrap(asked).clientSecret);
  unwrap(await app.call(contract.reportProduct, { body: { _id: free } }));
  const first = await app.insertUser('admin');
  const [ban, changes, appeal] = [newId(), newId(), newId()];
  const about = {
    personId: seller.id,
    title: 'A phone',
    message: 'Because of the rules.',
    evidence: { reasons: [] },
    decidedBy: first.id,
  };
  await app.db.insert(moderationDecisions).values([
    { id: ban, kind: 'ban', targetKind: 'person', ...about },
    { id: changes, kind: 'changes', targetKind: 'listing', productId: ordered, ...about },
  ]);
  await app.db
    .insert(moderationAppeals)
    .values({ id: appeal, decisionId: changes, text: 'It is not true.' });
  const savedSearch = newId();
  const now = new Date();
  await app.db.insert(savedSearches).values({
    id: savedSearch,
    userId: buyer.id,
    name: 'Cheap',
    search: { maxPrice: 100 },
    frequency: 'daily',
    createdAt: now,
    searchSetAt: now,
    ...(await compileSearch(app.db, { maxPrice: 100 })),
  });
  const offer = newId();
  await app.db.insert(offers).values({
    id: offer,
    productId: await app.insertProduct(seller),
    sellerId: seller.id,
    buyerId: buyer.id,
    madeBy: 'buyer',
    priceCents: 30_000,
    ...contact,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  const device = newId();
  await app.db.insert(devices).values({ id: device });
  await app.db
    .insert(deviceOwners)
    .values({ deviceId: device, userId: seller.id, source: 'listing' });
  const imeiHash = `hash of ${device}`;
  await app.db.insert(deviceNumbers).values({ imeiHash, deviceId: device, tac: '35332510' });
  await app.db.insert(listingImeis).values({
    productId: await app.insertProduct(seller),
    imeiHash,
    imeiEncrypted: encryptImei(app.settings, '353325101234569'),
  });
  const people = { buyerId: buyer.id, sellerId: seller.id };
  const [chat, reported, chatReport] = [newId(), newId(), newId()];
  await app.db.insert(conversations).values([
    { id: chat, productId: ordered, ...people },
    { id: reported, productId: await app.insertProduct(seller), ...people },
  ]);
  await app.db
    .insert(conversationReports)
    .values({ id: chatReport, conversationId: reported, reporterId: buyer.id, reason: 'Spam' });
  return {
    chat,
    chatReport,
    users: users,
    ordered,
    free,
    device,
    offer,
    ban,
    changes,
    appeal,
    savedSearch,
    orderId,
    transactionId,
    img: await insertImage(app, seller),
  };
}

/** Rows for the next request, which the ones before have left as they were created. */
let unchanged: { rows: Fixtures; checksum: string } | undefined;

test.each(matrix)(
  '$call.method $call.path on $about is allowed for the right users and changes nothing for others',
  async ({ call, input, codes, changes }) => {
    for (const caller of callers) {
      unchanged ??= { rows: await createFixtures(), checksum: await tableChecksum(app.db) };
      const { rows, checksum } = unchanged;
      const { params, query, body } = input(rows, rows.users[caller]);
      const response = await app.server.inject({
        method: call.method,
        url: buildPath(call, params, query),
        headers: { authorization: `Bearer ${rows.users[caller].token}` },
        ...(body ? { payload: body } : {}),
      });
      const touched = (await tableChecksum(app.db)) !== checksum;
      if (touched) unchanged = undefined;
      const code = response.statusCode === 200 ? 'ok' : response.json().code;
      expect(code, caller).toBe(codes[caller]);
      expect(response.headers['cache-control'], caller).toContain('no-store');
      // Refusing because a payment has arrived records that payment and changes nothing else.
      if (codes[caller] === 'order.already-paid') continue;
      expect(touched, caller).toBe(changes && code === 'ok');
    }
    expect(await findViolations(app.db)).toEqual([]);
  },
);

test('the matrix contains every endpoint that requires a marketplace token', () => {
  const inTable = new Set(matrix.map(({ call }) => `${call.method} ${call.path}`));
  const without = contract.specifiedEndpoints
    .filter((call) => call.access !== 'id-token')
    .map(({ method, path }) => `${method} ${path}`);
  expect(without.filter((name) => !inTable.has(name))).toEqual([]);
});
