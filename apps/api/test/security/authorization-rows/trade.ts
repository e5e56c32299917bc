import * as contract from '@redial/contract';
import { contact } from '../fixtures.ts';
import {
  type Codes,
  everybody,
  type Fixtures,
  forAll,
  hidden,
  type MatrixRow,
  noOffer,
  noRole,
  row,
} from './row.ts';

const params = ({ orderId }: Fixtures) => ({ params: { id: orderId } });
const hiddenDispute = forAll('dispute.not-found');
const unknown = { id: '0199f2c0-1a00-7000-8000-0000000000ff' };
const wrongState = 'order.invalid-status';
const bothWrongState: Codes = [wrongState, hidden, wrongState, hidden, hidden];
const buyerWrongState: Codes = [wrongState, hidden, hidden, hidden, hidden];
const sellerWrongState: Codes = [hidden, hidden, wrongState, hidden, hidden];
const at = new Date(Date.now() + 86_400_000).toISOString();
const resolution = { kind: 'release', reason: 'As described.' };
const imeis = ['001017000000011'];
const order = "the buyer's order";

/** Handover, disputes, returns, offers and resale. The buyer's order is paid when the call arrives, and not recorded. */
export const tradeRows: MatrixRow[] = [
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
