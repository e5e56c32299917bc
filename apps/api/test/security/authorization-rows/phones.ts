import * as contract from '@redial/contract';
import {
  adminOnly,
  everybody,
  type Fixtures,
  hidden,
  type MatrixRow,
  noRole,
  row,
  sellersOwn,
} from './row.ts';

const params = ({ orderId }: Fixtures) => ({ params: { id: orderId } });
const unknown = { id: '0199f2c0-1a00-7000-8000-0000000000ff' };
const free = ({ free: id }: Fixtures) => ({ params: { id } });
const device = ({ device: id }: Fixtures) => ({ params: { id } });
const imeis = ['001017000000011'];
const order = "the buyer's order";

/** Devices, self-tests and proofs of possession. */
export const phonesRows: MatrixRow[] = [
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
  row(contract.listPossessionProofs, 'the queue', () => ({}), adminOnly),
  row(
    contract.decidePossessionProof,
    'no photo',
    () => ({ params: unknown, body: { accepted: true } }),
    [noRole, noRole, noRole, noRole, 'possession-proof.not-found'],
  ),
];
