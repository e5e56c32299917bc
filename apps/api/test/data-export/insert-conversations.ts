import * as schema from '../../src/db/schema/index.ts';
import { compileSearch, setSearchKeys } from '../../src/features/saved-searches/compile-search.ts';
import { newId } from '../../src/platform/ids.ts';
import { past, type UserData } from './user-data.ts';

/** Favourites, offers, messages, saved searches and notifications of the user. */
export async function insertConversations({
  app,
  user,
  other,
  ownProductId,
  orderId,
}: UserData & { ownProductId: string; orderId: string }) {
  const { db } = app;
  await db
    .insert(schema.favourites)
    .values({ userId: user.id, productId: await app.insertProduct(other), createdAt: past(42) });
  await db
    .insert(schema.availabilityAlerts)
    .values({ userId: user.id, productId: await app.insertProduct(other), createdAt: past(41) });
  const offerId = newId();
  await db.insert(schema.offers).values({
    id: offerId,
    productId: await app.insertProduct(other),
    sellerId: other.id,
    buyerId: user.id,
    madeBy: 'seller',
    priceCents: 22_200,
    phone: '+33 6 98 76 54 32',
    location: 'Below the clock',
    state: 'accepted',
    // The table has one row in this test.
    answersId: offerId,
    orderId,
    createdAt: past(31),
    expiresAt: past(30),
    closedAt: past(29),
  });
  await db.insert(schema.favouriteOffers).values({
    id: newId(),
    productId: ownProductId,
    sellerId: user.id,
    priceCents: 23_300,
    recipients: 17,
    createdAt: past(92),
    expiresAt: past(91),
  });
  await db.insert(schema.blindOffers).values([
    {
      id: newId(),
      productId: await app.insertProduct(other),
      sellerId: other.id,
      buyerId: user.id,
      ceilingCents: 26_600,
      band: 'within-5',
      createdAt: past(28),
    },
  ]);
  const conversationId = newId();
  await db.insert(schema.conversations).values({
    id: conversationId,
    productId: ownProductId,
    buyerId: other.id,
    sellerId: user.id,
    lastNumber: 1,
  });
  await db.insert(schema.messages).values({
    id: newId(),
    conversationId,
    number: 1,
    authorId: user.id,
    clientId: newId(),
    text: 'The battery is original.',
    at: past(41),
  });
  await db.insert(schema.messagePhotos).values({
    id: newId(),
    uploadedBy: user.id,
    conversationId,
    width: 1440,
    height: 1080,
    at: past(41),
  });
  await db
    .insert(schema.blocks)
    .values({ id: newId(), blockerId: user.id, blockedId: other.id, at: past(40) });
  await db.insert(schema.conversationReports).values({
    id: newId(),
    conversationId,
    reporterId: user.id,
    category: 'outside-trade',
    reason: 'Asks for money outside of Redial.',
    createdAt: past(39),
    closedAt: past(38),
    closedBy: other.id,
  });
  const savedSearch = { q: 'iphone', maxPrice: 400 };
  const savedSearchId = newId();
  await db.insert(schema.savedSearches).values({
    id: savedSearchId,
    userId: user.id,
    name: 'My next phone',
    search: savedSearch,
    frequency: 'weekly',
    createdAt: past(38),
    searchSetAt: past(37),
    pausedAt: past(36),
    lastAlertAt: past(35),
  });
  await setSearchKeys(
    db,
    { id: savedSearchId, searchSetAt: past(37) },
    await compileSearch(db, savedSearch),
  );
  await db.insert(schema.savedSearchAlerts).values({ savedSearchId, dueAt: past(34) });
  await db.insert(schema.savedSearchMatches).values({
    savedSearchId,
    productId: await app.insertProduct(other),
    foundAt: past(33),
    alertedAt: past(32),
  });
  await db.insert(schema.notifications).values({
    userId: user.id,
    kind: 'listings',
    dedupe: 'notification of the export',
    title: 'Your phone is off the market',
    body: 'It was reported.',
    path: '/dashboard/myproducts',
    subjectType: 'product',
    subjectId: ownProductId,
    subjectTitle: 'Galaxy A54 128 GB, Lime',
    inApp: true,
    digestDue: false,
    createdAt: past(47),
    readAt: past(46),
  });
  await db.insert(schema.notificationSettings).values({
    userId: user.id,
    kind: 'reminders',
    inApp: false,
    mail: 'daily',
    push: false,
    changedAt: past(45),
  });
  await db.insert(schema.pushSubscriptions).values({
    id: newId(),
    userId: user.id,
    sessionId: 'session of the export',
    endpoint: 'https://push.test/browser-of-the-export',
    p256dh: 'public key of the browser',
    auth: 'secret of the browser',
    serverKey: 'our key',
    createdAt: past(94),
    usedAt: past(93),
  });
}
