import { selfTestKinds } from '../../self-test-report.ts';
import type { EndpointExamples } from '../example.ts';
import { deviceId, exampleImei, product } from './fixtures.ts';

const listing = { id: product._id };

export const deviceExamples = {
  getListingImei: {
    tag: 'Selling',
    description: 'Nobody but the seller of the listing ever sees these numbers.',
    params: listing,
    response: { imeis: [exampleImei] },
  },
  setListingImei: {
    tag: 'Selling',
    description:
      'Two numbers for a dual-SIM phone. Checked are the format, the check digit, and that no other phone on offer has it; that says nothing about blacklists. Stored as a keyed hash and, encrypted, for the seller’s own view.',
    params: listing,
    body: { imeis: [exampleImei] },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': { detail: 'An IMEI has 15 digits (dial *#06#)', field: 'body.imeis' },
      'device.model-implausible': {
        detail:
          'By its first eight digits this is the IMEI of iPhone 12, not of iPhone 13: correct the number or the model',
        field: 'body.imeis',
      },
    },
  },
  removeListingImei: {
    tag: 'Selling',
    description: 'Removes the numbers, unless the phone is ordered.',
    params: listing,
    response: { acknowledged: true, deletedCount: 1 },
  },
  getDevice: {
    tag: 'Devices',
    description:
      'Listings, sales, what was stated, self-tests, and owners under pseudonyms. A passport begins when a listing gets an IMEI, and passes to the buyer when an order is completed. Warnings name what contradicts itself.',
    params: { id: deviceId },
    response: {
      _id: deviceId,
      model: null,
      storageGb: 128,
      numbers: ['00101700 ••••••'],
      reported: null,
      warnings: [],
      owners: [
        { name: 'Owner 1', source: 'listing', from: '2026-11-20T10:00:00.000Z', until: null },
      ],
      listings: [
        {
          productId: product._id,
          name: product.name,
          price: product.resalePrice,
          condition: product.condition,
          listedAt: product.postDate,
          state: 'offered',
          soldFor: null,
          soldAt: null,
          owner: 'Owner 1',
        },
      ],
      readings: [
        {
          at: '2026-11-20T10:00:00.000Z',
          model: null,
          storageGb: 128,
          batteryHealthPct: 88,
          grade: 'good',
          replacedParts: [],
        },
      ],
      selfTests: [
        {
          at: '2026-11-20T10:00:00.000Z',
          by: 'seller',
          owner: 'Owner 1',
          productId: product._id,
          soldAt: null,
          passed: selfTestKinds.filter((test) => test !== 'nfc'),
          failed: [],
          notRun: ['nfc'],
        },
      ],
      viewer: 'other',
    },
  },
  getListingDevice: {
    tag: 'Devices',
    description: 'The device of a listing in short; null if the seller has not given an IMEI.',
    params: listing,
    response: {
      device: {
        _id: deviceId,
        owners: 1,
        listings: 1,
        sales: 0,
        reported: null,
        warnings: [],
      },
    },
  },
  reportDevice: {
    tag: 'Devices',
    description:
      'Hides its listings, refuses new ones, and warns buyers with an open order. Only an admin can lift it.',
    params: { id: deviceId },
    body: { as: 'stolen' },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  liftDeviceReport: {
    tag: 'Devices',
    description: 'Its listings are visible again.',
    params: { id: deviceId },
    response: { acknowledged: true, deletedCount: 1 },
  },
  checkImei: {
    tag: 'Devices',
    description:
      'Free, without an account, 10 an hour. Checked are format and check digit, the model by the first eight digits as learned from sales here, whether a phone with it is on offer here, and whether its owner reported it here. This says nothing about blacklists.',
    body: { imei: exampleImei },
    response: { problem: null, model: null, offered: true, reported: false },
  },
} as const satisfies EndpointExamples<
  | 'getListingImei'
  | 'setListingImei'
  | 'removeListingImei'
  | 'getDevice'
  | 'getListingDevice'
  | 'reportDevice'
  | 'liftDeviceReport'
  | 'checkImei'
>;
