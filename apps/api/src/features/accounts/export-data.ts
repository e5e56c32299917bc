import { type DataExport, toDollars } from '@redial/contract';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  images,
  listingDetails,
  listingPhotos,
  offerRules,
  orderEvents,
  orders,
  outbox,
  payments,
  payoutAccounts,
  payouts,
  priceChanges,
  pricePlans,
  products,
  refunds,
  reports,
  shippingAddresses,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { listOwnActivity, recordAccountEvent } from '../audit/index.ts';
import { toOwnProduct } from '../catalogue/index.ts';
import { listOwnChatData } from '../chat/index.ts';
import { listOwnDevices, listOwnImeis } from '../devices/index.ts';
import { listOwnDisputeData } from '../disputes/index.ts';
import { listOwnAvailabilityAlerts, listOwnFavourites } from '../favourites/index.ts';
import { listOwnMeetings } from '../handover/index.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { listOwnDecisionData } from '../moderation/index.ts';
import { listOwnNotificationData } from '../notifications/index.ts';
import {
  listOwnBlindOffers,
  listOwnFavouriteOffers,
  listOwnOffers,
  toOfferRules,
} from '../offers/index.ts';
import { listOwnProofs } from '../possession/index.ts';
import { listOwnPushData } from '../push/index.ts';
import { listOwnReviews } from '../reviews/index.ts';
import { listOwnSavedSearches } from '../saved-searches/index.ts';
import { listOwnSelfTests } from '../self-tests/index.ts';
import { toPricePlan } from '../selling/index.ts';

/** Exports the data of the caller, and records that. */
export async function exportOwnData(
  deps: Pick<Deps, 'db' | 'identity' | 'settings' | 'clock'>,
  { network, ...actor }: User,
): Promise<DataExport> {
  const data = await exportData(deps, actor);
  await inTransaction(deps.db, (tx) =>
    recordAccountEvent(tx, actor.uid, { action: 'data.exported', network }),
  );
  return data;
}

/** All data stored about a user, oldest first, without data of other users. */
export async function exportData(
  { db, identity, settings, clock }: Pick<Deps, 'db' | 'identity' | 'settings' | 'clock'>,
  user: User,
): Promise<DataExport> {
  const [account] = await db
    .select({ signedUpAt: users.createdAt, photoUrl: users.photoUrl })
    .from(users)
    .where(eq(users.id, user.id));
  const signIn = await identity.findAccountData?.(user.uid);
  const devices = await listOwnDevices(db, user.id);
  const toUrl = (imageUrl: string) => absoluteImageUrl(imageUrl, settings);
  return {
    account: {
      _id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      staffRole: user.staffRole ?? null,
      varified: user.verified,
      emailVerified: user.emailVerified,
      photo: account?.photoUrl ? toUrl(account.photoUrl) : null,
      uid: user.uid,
      signedUpAt: iso(account?.signedUpAt ?? new Date(0)),
    },
    ...(signIn ? { signIn } : {}),
    products: (await productsOf(db, user)).map(
      ({ product, details, photos, changes, plan, rules }) => ({
        ...toOwnProduct(
          {
            ...product,
            sellerName: user.name,
            sellerEmail: user.email,
            sellerRemovedAt: null,
            verified: user.verified,
            // Facts of the model, not of the user.
            updateStatus: null,
            updatesUntil: null,
          },
          settings,
        ),
        hiddenReasons: product.hiddenReasons,
        removedAt: product.removedAt && iso(product.removedAt),
        details: {
          storageGb: product.storageGb,
          colour: product.colour,
          ramGb: details?.ramGb ?? null,
          networkLock: details?.networkLock ?? 'unknown',
          carrier: details?.carrier ?? null,
          accountLock: details?.accountLock ?? 'unknown',
          simType: details?.simType ?? null,
          batteryHealthPct: details?.batteryHealthPct ?? null,
          batteryCycles: details?.batteryCycles ?? null,
          parts: details?.parts ?? {},
          tests: details?.tests ?? {},
          accessories: details?.accessories ?? [],
          receipt: details?.receipt ?? null,
          warrantyUntil: details?.warrantyUntil ?? null,
        },
        defects:
          details?.defects?.map((defect) =>
            defect.photo ? { ...defect, photo: toUrl(defect.photo) } : defect,
          ) ?? null,
        grade: details?.grade ?? null,
        detailsChangedAt: details ? iso(details.changedAt) : null,
        photos: photos.map(({ id, imageUrl, alt, position, createdAt, removedAt }) => ({
          _id: id,
          img: toUrl(imageUrl),
          alt,
          position,
          addedAt: iso(createdAt),
          removedAt: removedAt && iso(removedAt),
        })),
        priceChanges: changes.map(({ fromCents, toCents, cause, changedAt }) => ({
          from: toDollars(fromCents),
          to: toDollars(toCents),
          cause,
          changedAt: iso(changedAt),
        })),
        pricePlan: plan && toPricePlan(plan),
        offerRules: toOfferRules(rules),
      }),
    ),
    orders: (await ordersOf(db, user)).map((order) => ({
      _id: order.id,
      productId: order.productId,
      productName: order.productName,
      img: toUrl(order.imageUrl),
      price: toDollars(order.priceCents),
      phone: order.phone,
      location: order.location,
      state: order.state,
      placedAt: iso(order.placedAt),
      expiresAt: iso(order.expiresAt),
      changedAt: iso(order.changedAt),
      handover: order.handover,
      shippingAddress: order.shippingAddress?.address ?? null,
      shippingAddressChangedAt: order.shippingAddress && iso(order.shippingAddress.changedAt),
      refunded: toDollars(order.refundedCents),
      chargebackOpenedAt: order.chargebackOpenedAt && iso(order.chargebackOpenedAt),
      refunds: order.refunds.map((refund) => ({
        amount: toDollars(refund.amountCents),
        state: refund.state,
        providerRefundId: refund.providerRefundId,
        createdAt: iso(refund.createdAt),
        changedAt: iso(refund.changedAt),
      })),
      payments: order.payments.map((payment) => ({
        provider: payment.provider,
        transactionId: payment.intentId,
        price: toDollars(payment.amountCents),
        state: payment.state,
        createdAt: iso(payment.createdAt),
        changedAt: iso(payment.changedAt),
      })),
      events: order.events.map(({ kind, amountCents, at, details }) => ({
        kind,
        details,
        amount: toDollars(amountCents),
        at: iso(at),
      })),
    })),
    sales: (await salesOf(db, user)).map((sale) => ({
      orderId: sale.id,
      productId: sale.productId,
      productName: sale.productName,
      price: toDollars(sale.priceCents),
      state: sale.state,
      placedAt: iso(sale.placedAt),
      feePercent: sale.feeBasisPoints / 100,
    })),
    payoutAccount: await payoutAccountOf(db, user),
    payouts: (await payoutsOf(db, user)).map((payout) => ({
      _id: payout.id,
      provider: payout.provider,
      accountId: payout.accountId,
      amount: toDollars(payout.amountCents),
      state: payout.state,
      failureCode: payout.failureCode,
      providerPayoutId: payout.providerPayoutId,
      requestedAt: iso(payout.requestedAt),
      arrivesAt: payout.arrivesAt && iso(payout.arrivesAt),
      settledAt: payout.settledAt && iso(payout.settledAt),
      changedAt: iso(payout.changedAt),
    })),
    disputes: await listOwnDisputeData(db, settings, user.id),
    ...(await listOwnReviews(db, user.id)),
    favourites: await listOwnFavourites(db, user.id),
    availabilityAlerts: await listOwnAvailabilityAlerts(db, user.id),
    ...(await listOwnOffers(db, user.id)),
    ...(await listOwnFavouriteOffers(db, user.id)),
    blindOffers: await listOwnBlindOffers(db, user.id),
    savedSearches: await listOwnSavedSearches(db, user.id),
    activity: await listOwnActivity(db, user),
    meetings: await listOwnMeetings(db, user.id),
    imeis: (await listOwnImeis(db, settings, user.id)).map((row) => ({
      productId: row.productId,
      imei: row.imei,
      createdAt: iso(row.createdAt),
      releasedAt: row.releasedAt && iso(row.releasedAt),
    })),
    devices: devices.owned.map(({ deviceId, source, at }) => ({
      _id: deviceId,
      source,
      since: iso(at),
    })),
    deviceReports: devices.reported.map(({ deviceId, kind, at }) => ({
      deviceId,
      kind,
      reportedAt: iso(at),
    })),
    possessionProofs: await listOwnProofs(db, settings, user.id),
    selfTests: await listOwnSelfTests(db, user.id),
    reports: (await reportsOf(db, user)).map((report) => ({
      _id: report.id,
      productId: report.productId,
      userId: report.userId,
      reviewId: report.reviewId,
      reason: report.reason,
      text: report.text,
      state: report.state,
      createdAt: iso(report.createdAt),
      closedAt: report.closedAt && iso(report.closedAt),
    })),
    decisions: await listOwnDecisionData(db, user.id),
    images: (await imagesOf(db, user)).map(({ id, width, height, createdAt }) => ({
      img: toUrl(`/images/${id}-${width}.jpg`),
      width,
      height,
      uploadedAt: iso(createdAt),
    })),
    ...(await listOwnNotificationData(db, user.id)),
    ...(await listOwnPushData(db, user.id)),
    ...(await listOwnChatData({ db, settings, clock }, user.id)),
    mails: (await mailsTo(db, user)).map(({ subject, doneAt }) => ({
      subject,
      sentAt: doneAt && iso(doneAt),
    })),
  };
}

const iso = (date: Date): string => date.toISOString();

type Db = Deps['db'];
type Subject = Pick<User, 'id' | 'email'>;

async function productsOf(db: Db, { id }: Subject) {
  const listed = await db
    .select({ product: products, details: listingDetails, plan: pricePlans, rules: offerRules })
    .from(products)
    .leftJoin(listingDetails, eq(listingDetails.productId, products.id))
    .leftJoin(pricePlans, eq(pricePlans.productId, products.id))
    .leftJoin(offerRules, eq(offerRules.productId, products.id))
    .where(eq(products.sellerId, id))
    .orderBy(asc(products.postedAt));
  const ids = listed.map(({ product }) => product.id);
  const photos = await db
    .select()
    .from(listingPhotos)
    .where(inArray(listingPhotos.productId, ids))
    .orderBy(asc(listingPhotos.position));
  const changes = await db
    .select()
    .from(priceChanges)
    .where(inArray(priceChanges.productId, ids))
    .orderBy(asc(priceChanges.changedAt));
  // A seller can have thousands of products, so these are not looked for one by one.
  const photosOf = Map.groupBy(photos, ({ productId }) => productId);
  const changesOf = Map.groupBy(changes, ({ productId }) => productId);
  return listed.map((row) => ({
    ...row,
    photos: photosOf.get(row.product.id) ?? [],
    changes: changesOf.get(row.product.id) ?? [],
  }));
}

async function ordersOf(db: Db, { id }: Subject) {
  const placed = await db
    .select()
    .from(orders)
    .where(eq(orders.buyerId, id))
    .orderBy(asc(orders.placedAt));
  const ids = placed.map((order) => order.id);
  const allPayments = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(payments.createdAt));
  const allEvents = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.id));
  const allRefunds = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.createdAt));
  const addresses = await db
    .select()
    .from(shippingAddresses)
    .where(inArray(shippingAddresses.orderId, ids));
  const addressOf = new Map(addresses.map((address) => [address.orderId, address]));
  const paymentsOf = Map.groupBy(allPayments, ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(allRefunds, ({ orderId }) => orderId);
  const eventsOf = Map.groupBy(allEvents, ({ orderId }) => orderId);
  return placed.map((order) => ({
    ...order,
    shippingAddress: addressOf.get(order.id) ?? null,
    payments: paymentsOf.get(order.id) ?? [],
    refunds: refundsOf.get(order.id) ?? [],
    events: eventsOf.get(order.id) ?? [],
  }));
}

const salesOf = (db: Db, { id }: Subject) =>
  db.select().from(orders).where(eq(orders.sellerId, id)).orderBy(asc(orders.placedAt));

async function payoutAccountOf(db: Db, { id }: Subject): Promise<DataExport['payoutAccount']> {
  const [account] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, id));
  if (!account) return null;
  const { userId: _userId, requirements, createdAt, changedAt, ...rest } = account;
  return {
    ...rest,
    requirements: [...requirements],
    createdAt: iso(createdAt),
    changedAt: iso(changedAt),
  };
}

const payoutsOf = (db: Db, { id }: Subject) =>
  db.select().from(payouts).where(eq(payouts.userId, id)).orderBy(asc(payouts.requestedAt));

const reportsOf = (db: Db, { id }: Subject) =>
  db
    .select()
    .from(reports)
    .where(eq(reports.reporter, `user:${id}`))
    .orderBy(asc(reports.createdAt));

const imagesOf = (db: Db, { id }: Subject) =>
  db.select().from(images).where(eq(images.uploadedBy, id)).orderBy(asc(images.createdAt));

const mailsTo = (db: Db, { email }: Subject) =>
  db
    .select({
      subject: sql<string>`coalesce(${outbox.payload} ->> 'subject', '')`,
      doneAt: outbox.doneAt,
    })
    .from(outbox)
    .where(and(eq(outbox.kind, 'mail.send'), sql`${outbox.payload} ->> 'to' = ${email}`))
    .orderBy(asc(outbox.id));
