import * as contract from '@redial/contract';
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
} from '../../../src/db/schema/index.ts';
import { encryptImei } from '../../../src/features/devices/imei-keys.ts';
import { compileSearch } from '../../../src/features/saved-searches/compile-search.ts';
import { newId } from '../../../src/platform/ids.ts';
import { type TestApp, unwrap } from '../../test-app.ts';
import { contact, insertImage } from '../fixtures.ts';
import type { Fixtures } from './row.ts';

/** Inserts new users and everything that the rows of the matrix are about. */
export async function createFixtures(app: TestApp): Promise<Fixtures> {
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
