import Type, { type Static } from 'typebox';
import { roles } from './accounts.ts';
import { blindBands } from './blind-offers.ts';
import { Product } from './catalogue.ts';
import { Deleted, Email, Id, orNull, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { grades } from './grade.ts';
import { Listing, ListingDetails } from './listing-details.ts';
import { ListingPhoto } from './listing-photos.ts';
import { PriceChange, PricePlan } from './listing-prices.ts';
import {
  appealStates,
  decisionKinds,
  decisionStates,
  moderatedKinds,
} from './moderation-decisions.ts';
import { Dollars } from './money.ts';
import { allNotificationKinds, mailFrequencies, notificationKinds } from './notifications.ts';
import { OfferRules, offerStates } from './offers.ts';
import { ShippingAddress } from './order-lifecycle.ts';
import { orderStates } from './orders.ts';
import { paymentStates } from './payments.ts';
import { payoutAccountStatuses, payoutStates } from './payouts.ts';
import { possessionProofStates } from './possession-proofs.ts';
import { reportReasons } from './reports.ts';
import { ReviewContent } from './reviews.ts';
import { alertFrequencies } from './saved-searches.ts';
import { FacetQuery } from './search.ts';
import { SelfTestResult } from './self-tests.ts';
import { staffRoles } from './staff.ts';

const Timestamp = Type.String({ description: 'ISO 8601' });
const NullableTimestamp = Type.Union([Timestamp, Type.Null()]);

const ExportedOffer = {
  _id: Id,
  productId: Id,
  madeBy: Type.Enum(parties),
  price: Dollars,
  state: Type.Enum(offerStates),
  answers: orNull(Id),
  orderId: orNull(Id),
  at: Timestamp,
  expiresAt: Timestamp,
  closedAt: NullableTimestamp,
};

/** All data that Redial stores about a user. */
export const DataExport = Type.Object({
  account: Type.Object({
    _id: Id,
    name: Type.String(),
    email: Type.String(),
    role: Type.Enum(roles),
    staffRole: orNull(Type.Enum(staffRoles)),
    varified: Type.Boolean(),
    emailVerified: Type.Boolean(),
    photo: orNull(Type.String()),
    /** The id of the account at the identity provider. */
    uid: Type.String(),
    signedUpAt: Timestamp,
  }),
  /** The sign-in account; absent if an external identity provider stores it. */
  signIn: Type.Optional(
    Type.Object({
      name: Type.String(),
      email: Type.String(),
      emailVerified: Type.Boolean(),
      photo: Type.Union([Type.String(), Type.Null()]),
      createdAt: Timestamp,
      methods: Type.Array(
        Type.Object({ provider: Type.String(), accountId: Type.String(), since: Timestamp }),
      ),
      sessions: Type.Array(
        Type.Object({
          startedAt: Timestamp,
          expiresAt: Timestamp,
          ipAddress: Type.Union([Type.String(), Type.Null()]),
          userAgent: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      /** Changes of the address that wait for a link, or can be taken back. */
      emailChanges: Type.Array(
        Type.Object({
          oldEmail: Type.String(),
          newEmail: Type.String(),
          state: Type.String(),
          requestedAt: Timestamp,
          expiresAt: Timestamp,
        }),
      ),
      /** The second factor; null if it is off. */
      twoFactor: orNull(Type.Object({ since: Timestamp, recoveryCodesLeft: Type.Integer() })),
      /** Without their public keys. */
      passkeys: Type.Array(
        Type.Object({
          name: Type.String(),
          createdAt: Timestamp,
          lastUsedAt: NullableTimestamp,
          synced: Type.Boolean(),
        }),
      ),
      /** Devices on which a sign-in is not announced. */
      knownDevices: Type.Array(Type.Object({ lastSignInAt: Timestamp })),
    }),
  ),
  products: Type.Array(
    Type.Object({
      ...Product.properties,
      /** Why the listing is hidden. */
      hiddenReasons: Type.Array(Type.String()),
      removedAt: NullableTimestamp,
      details: Type.Omit(ListingDetails, ['model']),
      defects: Listing.properties.defects,
      /** Computed from the details; null without any. */
      grade: Type.Union([Type.Enum(grades), Type.Null()]),
      detailsChangedAt: NullableTimestamp,
      photos: Type.Array(
        Type.Object({
          ...ListingPhoto.properties,
          position: Type.Integer(),
          addedAt: Timestamp,
          removedAt: NullableTimestamp,
        }),
      ),
      priceChanges: Type.Array(Type.Object({ ...PriceChange.properties, cause: Type.String() })),
      pricePlan: orNull(PricePlan),
      offerRules: OfferRules,
    }),
  ),
  orders: Type.Array(
    Type.Object({
      _id: Id,
      productId: Id,
      productName: Type.String(),
      img: Type.String(),
      price: Dollars,
      phone: Type.String(),
      location: Type.String(),
      state: Type.Enum(orderStates),
      placedAt: Timestamp,
      expiresAt: Timestamp,
      changedAt: Timestamp,
      handover: Type.String(),
      shippingAddress: Type.Union([ShippingAddress, Type.Null()]),
      shippingAddressChangedAt: NullableTimestamp,
      /** What of the price the buyer gets back. */
      refunded: Dollars,
      chargebackOpenedAt: NullableTimestamp,
      refunds: Type.Array(
        Type.Object({
          amount: Dollars,
          state: Type.String(),
          providerRefundId: Type.Union([Type.String(), Type.Null()]),
          createdAt: Timestamp,
          changedAt: Timestamp,
        }),
      ),
      payments: Type.Array(
        Type.Object({
          provider: Type.String(),
          transactionId: Type.Union([Type.String(), Type.Null()]),
          price: Dollars,
          state: Type.Enum(paymentStates),
          createdAt: Timestamp,
          changedAt: Timestamp,
        }),
      ),
      events: Type.Array(
        Type.Object({
          kind: Type.String(),
          amount: Dollars,
          at: Timestamp,
          details: Type.Unknown(),
        }),
      ),
    }),
  ),
  /** Orders placed by others for the user's products, without the buyers' data. */
  sales: Type.Array(
    Type.Object({
      orderId: Id,
      productId: Id,
      productName: Type.String(),
      price: Dollars,
      state: Type.Enum(orderStates),
      placedAt: Timestamp,
      feePercent: Type.Number(),
    }),
  ),
  /** The account for payouts; null if it was never set up. The provider has the bank details. */
  payoutAccount: Type.Union([
    Type.Object({
      provider: Type.String(),
      accountId: Type.Union([Type.String(), Type.Null()]),
      status: Type.Enum(payoutAccountStatuses),
      requirements: Type.Array(Type.String()),
      last4: Type.Union([Type.String(), Type.Null()]),
      createdAt: Timestamp,
      changedAt: Timestamp,
    }),
    Type.Null(),
  ]),
  payouts: Type.Array(
    Type.Object({
      _id: Id,
      provider: Type.String(),
      accountId: Type.String(),
      amount: Dollars,
      state: Type.Enum(payoutStates),
      failureCode: Type.Union([Type.String(), Type.Null()]),
      providerPayoutId: Type.Union([Type.String(), Type.Null()]),
      requestedAt: Timestamp,
      arrivesAt: NullableTimestamp,
      settledAt: NullableTimestamp,
      changedAt: Timestamp,
    }),
  ),
  /** What the user wrote, proposed and uploaded in disputes and returns. */
  disputes: Type.Array(
    Type.Object({
      _id: Id,
      orderId: Id,
      reason: Type.String(),
      text: orNull(Type.String()),
      defects: Type.Array(Type.Object({ part: Type.String(), kind: Type.String() })),
      openedAt: Timestamp,
      messages: Type.Array(
        Type.Object({ kind: Type.String(), text: Type.String(), at: Timestamp }),
      ),
      proposals: Type.Array(
        Type.Object({
          kind: Type.String(),
          refund: orNull(Dollars),
          state: Type.String(),
          at: Timestamp,
        }),
      ),
      photos: Type.Array(
        Type.Object({
          img: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
          at: Timestamp,
        }),
      ),
      return: orNull(
        Type.Object({
          address: orNull(Type.String()),
          carrier: orNull(Type.String()),
          trackingNumber: orNull(Type.String()),
          shippedAt: NullableTimestamp,
        }),
      ),
    }),
  ),
  /** The reviews that the user wrote, and the replies to those about the user. */
  reviews: Type.Array(
    Type.Object({
      _id: Id,
      orderId: Id,
      party: Type.String(),
      ...ReviewContent.properties,
      writtenAt: Timestamp,
      changedAt: Timestamp,
      publishedAt: NullableTimestamp,
      removedAt: NullableTimestamp,
      removalReason: orNull(Type.String()),
    }),
  ),
  reviewReplies: Type.Array(Type.Object({ reviewId: Id, text: Type.String(), at: Timestamp })),
  favourites: Type.Array(Type.Object({ productId: Id, addedAt: Timestamp })),
  /** Phones on hold that the user waits for. */
  availabilityAlerts: Type.Array(Type.Object({ productId: Id, addedAt: Timestamp })),
  /** Offers on phones of others, with the counter-offers of their sellers. */
  offers: Type.Array(
    Type.Object({
      ...ExportedOffer,
      phone: Type.String(),
      location: Type.String(),
    }),
  ),
  /** Offers on the user's phones, with the user's counter-offers. */
  receivedOffers: Type.Array(Type.Object(ExportedOffer)),
  /** Offers that the user has sent to everyone who favourites a phone, without who they are. */
  favouriteOffers: Type.Array(
    Type.Object({
      _id: Id,
      productId: Id,
      price: Dollars,
      recipients: Type.Integer(),
      at: Timestamp,
      expiresAt: Timestamp,
    }),
  ),
  /** Blind offers that the user has made; those on the user's phones are the secrets of others. */
  blindOffers: Type.Array(
    Type.Object({
      _id: Id,
      productId: Id,
      ceiling: Dollars,
      band: orNull(Type.Enum(blindBands)),
      orderId: orNull(Id),
      at: Timestamp,
    }),
  ),
  savedSearches: Type.Array(
    Type.Object({
      _id: Id,
      name: Type.String(),
      search: Type.Object(FacetQuery.properties),
      frequency: Type.Enum(alertFrequencies),
      createdAt: Timestamp,
      searchSetAt: Timestamp,
      pausedAt: NullableTimestamp,
      lastAlertAt: NullableTimestamp,
      nextAlertAt: NullableTimestamp,
      found: Type.Array(
        Type.Object({ productId: Id, at: Timestamp, alertedAt: NullableTimestamp }),
      ),
    }),
  ),
  /** What happened to the account, from the audit log. */
  activity: Type.Array(
    Type.Object({
      at: Timestamp,
      action: Type.String(),
      by: Type.String(),
      changes: Type.Record(Type.String(), Type.Array(orNull(Type.String())), {
        description: 'Values before and after, by field',
      }),
      network: orNull(Type.String()),
    }),
  ),
  /** The meetings that the user proposed. */
  meetings: Type.Array(
    Type.Object({
      orderId: Id,
      place: Type.String(),
      at: Timestamp,
      timeZone: orNull(Type.String()),
      state: Type.String(),
      createdAt: Timestamp,
    }),
  ),
  /** The IMEIs of the user's listings. */
  imeis: Type.Array(
    Type.Object({
      productId: Id,
      imei: Type.String(),
      createdAt: Timestamp,
      releasedAt: NullableTimestamp,
    }),
  ),
  /** The phones that the user owned here, and reported as lost or stolen. */
  devices: Type.Array(Type.Object({ _id: Id, source: Type.String(), since: Timestamp })),
  deviceReports: Type.Array(
    Type.Object({ deviceId: Id, kind: Type.String(), reportedAt: Timestamp }),
  ),
  /** Codes and photos with which the user proved to have the phones on offer. */
  possessionProofs: Type.Array(
    Type.Object({
      _id: Id,
      productId: Id,
      /** The name of the listing when the photo was uploaded. */
      productName: orNull(Type.String()),
      code: Type.String(),
      state: Type.Enum(possessionProofStates),
      reason: orNull(Type.String()),
      requestedAt: Timestamp,
      expiresAt: Timestamp,
      submittedAt: NullableTimestamp,
      decidedAt: NullableTimestamp,
      photo: orNull(
        Type.Object({
          img: Type.String(),
          width: orNull(Type.Integer()),
          height: orNull(Type.Integer()),
        }),
      ),
    }),
  ),
  /** Self-tests of phones by the user, as a seller or a buyer. */
  selfTests: Type.Array(
    Type.Object({
      _id: Id,
      productId: Id,
      orderId: orNull(Id),
      party: Type.Enum(parties),
      productName: Type.String(),
      results: Type.Array(SelfTestResult),
      /** The report as the server signed it. */
      jws: Type.String(),
      at: Timestamp,
    }),
  ),
  reports: Type.Array(
    Type.Object({
      _id: Id,
      productId: orNull(Id),
      userId: orNull(Id),
      reviewId: orNull(Id),
      reason: Type.Enum(reportReasons),
      text: orNull(Type.String()),
      state: Type.String(),
      createdAt: Timestamp,
      closedAt: NullableTimestamp,
    }),
  ),
  /** The decisions of moderators about the user, with the appeals. */
  decisions: Type.Array(
    Type.Object({
      _id: Id,
      kind: Type.Enum(decisionKinds),
      state: Type.Enum(decisionStates),
      targetKind: Type.Enum(moderatedKinds),
      targetId: Id,
      title: Type.String(),
      rule: orNull(Type.String()),
      message: orNull(Type.String()),
      days: orNull(Type.Integer()),
      until: NullableTimestamp,
      at: Timestamp,
      closedAt: NullableTimestamp,
      balanceReleasedAt: NullableTimestamp,
      appeal: orNull(
        Type.Object({
          state: Type.Enum(appealStates),
          text: Type.String(),
          at: Timestamp,
          answer: orNull(Type.String()),
          decidedAt: NullableTimestamp,
        }),
      ),
    }),
  ),
  images: Type.Array(
    Type.Object({
      img: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      uploadedAt: Timestamp,
    }),
  ),
  /** The notifications of the last 180 days. */
  notifications: Type.Array(
    Type.Object({
      kind: Type.Enum(allNotificationKinds),
      title: Type.String(),
      text: Type.String(),
      path: Type.String(),
      subject: orNull(Type.Object({ type: Type.String(), id: Id, title: Type.String() })),
      at: Timestamp,
      readAt: NullableTimestamp,
    }),
  ),
  notificationSettings: Type.Array(
    Type.Object({
      kind: Type.Enum(notificationKinds),
      inApp: Type.Boolean(),
      mail: Type.Enum(mailFrequencies),
      push: Type.Boolean(),
      changedAt: Timestamp,
    }),
  ),
  /** The browsers that show notifications, without their keys. */
  pushSubscriptions: Type.Array(
    Type.Object({ endpoint: Type.String(), since: Timestamp, lastUsedAt: Timestamp }),
  ),
  messages: Type.Array(
    Type.Object({ conversationId: Id, productId: Id, text: Type.String(), at: Timestamp }),
  ),
  messagePhotos: Type.Array(
    Type.Object({
      conversationId: orNull(Id),
      img: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      isSent: Type.Boolean(),
      at: Timestamp,
    }),
  ),
  blocks: Type.Array(Type.Object({ at: Timestamp })),
  conversationReports: Type.Array(
    Type.Object({
      conversationId: Id,
      category: Type.Enum(reportReasons),
      reason: Type.String(),
      at: Timestamp,
      closedAt: NullableTimestamp,
    }),
  ),
  mails: Type.Array(Type.Object({ subject: Type.String(), sentAt: NullableTimestamp })),
});
export type DataExport = Static<typeof DataExport>;

export const getDataExport = endpoint({
  method: 'GET',
  path: '/api/account/data',
  summary: "All data stored about the caller's account",
  access: 'user',
  stepUp: true,
  audit: 'data.exported',
  response: DataExport,
  errors: [],
});

export const deleteOwnAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the own account',
  access: 'user',
  stepUp: true,
  audit: 'account.deleted',
  accessRule: "the account's e-mail is repeated as confirmation; not for the only admin",
  body: Type.Object({ email: Email }),
  response: Deleted,
  errors: ['validation.failed', 'user.is-admin', 'account.money-open'],
});
