import type { EndpointExamples } from '../example.ts';
import { admin, buyer, productDetails, seller, token } from './fixtures.ts';

/** A photo of the example buyer. */
const profilePhoto = 'http://localhost:3000/images/0199f2c0-1a00-7000-8000-000000000f11-900.jpg';

export const accountExamples = {
  exchangeToken: {
    tag: 'Accounts',
    description:
      'Exchanges an ID token of the identity provider, sent as bearer token, for a marketplace token, which is valid for one hour and is sent with all other requests. The e-mail must match that of the ID token.',
    body: { email: buyer.email },
    response: { token },
  },
  createUser: {
    tag: 'Accounts',
    description:
      'Creates the user record for the subject of the ID token at sign-up. `varified` is ignored: only an admin can verify a seller. A repeated request changes nothing and returns the same response.',
    body: { name: buyer.name, email: buyer.email, varified: false, role: 'buyer' },
    response: { acknowledged: true, insertedId: buyer._id },
    errors: {
      'validation.failed': { detail: 'Please enter your name', field: 'body.name' },
    },
  },
  updateProfile: {
    tag: 'Accounts',
    description:
      'Changes the name that others see. Orders keep showing the current name of their buyer.',
    body: { name: buyer.name },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'validation.failed': { detail: 'Please enter your name', field: 'body.name' } },
  },
  getOwnProfile: {
    tag: 'Accounts',
    description: 'For the account page. `photo` is null as long as there is none.',
    response: { name: buyer.name, photo: null },
  },
  uploadProfilePhoto: {
    tag: 'Accounts',
    description:
      'Others see the photo on the profile, in messages, beside reviews and in orders. An earlier one is deleted within a day. Accepts the same files as the image host.',
    response: { photo: profilePhoto },
    errors: {
      'request.invalid': { detail: 'Choose a picture (field "image")', field: 'image' },
      'image.corrupt': { detail: 'The picture is damaged or incomplete: choose another one' },
      'image.too-large': { detail: 'The picture is larger than 10 MB: make it smaller' },
      'image.unsupported': {
        detail:
          'This file is not a picture that can be used: choose a JPEG, PNG, WebP, AVIF or HEIC',
      },
      'image.quota-reached': {
        detail: 'You have uploaded many pictures that are not shown: come back tomorrow',
      },
      'body.unsupported': { detail: 'Send the picture as multipart/form-data' },
    },
  },
  removeProfilePhoto: {
    tag: 'Accounts',
    description: '`modifiedCount` is 0 if there is no photo.',
    response: { acknowledged: true, modifiedCount: 1 },
  },
  removePhotoOfUser: {
    tag: 'Moderation',
    description:
      'The person gets a mail with the reason. `modifiedCount` is 0 if there is no photo. Requires a recent sign-in.',
    params: { id: seller._id },
    body: { reason: 'The photo shows somebody else.' },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'Give a reason, which the person reads',
        field: 'body.reason',
      },
    },
  },
  becomeSeller: {
    tag: 'Accounts',
    description:
      'Makes the caller a seller, who can list phones and keeps all orders. `modifiedCount` is 0 for sellers.',
    response: { acknowledged: true, modifiedCount: 1 },
  },
  getAdminFlag: {
    tag: 'Accounts',
    description: "One of the two checks of a user's role, requested at every sign-in.",
    params: { email: buyer.email },
    response: { isAdmin: false },
  },
  getSellerFlag: {
    tag: 'Accounts',
    description: "One of the two checks of a user's role, requested at every sign-in.",
    params: { email: seller.email },
    response: { isSeller: true },
  },
  getStaffRole: {
    tag: 'Accounts',
    description:
      'Whether the caller is a moderator or a support member, for the menu. Every request checks the role again.',
    response: { staffRole: null },
  },
  listTeam: {
    tag: 'Accounts',
    description:
      'Who may do what admins and staff do. Only the command line grants the admin role.',
    response: [
      { _id: admin._id, name: 'Ada Admin', email: admin.email, role: 'admin' },
      { _id: buyer._id, name: buyer.name, email: buyer.email, role: 'support' },
    ],
  },
  grantStaffRole: {
    tag: 'Accounts',
    description:
      'Makes a buyer a moderator or a support member, or changes the role. The e-mail address has to be verified. The sessions of the person end.',
    body: { email: buyer.email, role: 'support' },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  revokeStaffRole: {
    tag: 'Accounts',
    description: 'Takes a staff role away; the account remains a buyer account.',
    params: { id: buyer._id },
    response: { acknowledged: true, deletedCount: 1 },
  },
  listBuyers: {
    tag: 'Accounts',
    description: 'All buyers, newest first.',
    response: [{ ...buyer, role: 'buyer' }],
  },
  listSellers: {
    tag: 'Accounts',
    description: 'All sellers, newest first, and whether an admin has verified them.',
    response: [{ ...seller, role: 'seller' }],
  },
  deleteUser: {
    tag: 'Accounts',
    description:
      "Closes the account of a buyer or seller and invalidates its tokens immediately. Unpaid orders are cancelled and a seller's unsold products are removed; paid orders remain.",
    params: { id: buyer._id },
    response: { acknowledged: true, deletedCount: 1 },
  },
  getDataExport: {
    tag: 'Accounts',
    description:
      'All data stored about the caller: account, sign-in, products, orders, sales, payouts, disputes, meetings, IMEIs, reports, images and mails. `signIn` is absent if an external provider manages the accounts.',
    response: {
      account: {
        ...buyer,
        role: 'buyer',
        staffRole: null,
        varified: false,
        emailVerified: false,
        photo: null,
        uid: 'Vx3kq0uYdWb1Tn8mZr5sLc7hPfA2',
        signedUpAt: productDetails.sellerSince,
      },
      products: [],
      orders: [],
      sales: [],
      payoutAccount: null,
      payouts: [],
      disputes: [],
      reviews: [],
      reviewReplies: [],
      favourites: [],
      availabilityAlerts: [],
      offers: [],
      blindOffers: [],
      receivedOffers: [],
      favouriteOffers: [],
      savedSearches: [],
      activity: [],
      meetings: [],
      imeis: [],
      notifications: [],
      notificationSettings: [],
      pushSubscriptions: [],
      messages: [],
      messagePhotos: [],
      blocks: [],
      conversationReports: [],
      devices: [],
      deviceReports: [],
      possessionProofs: [],
      selfTests: [],
      reports: [],
      decisions: [],
      images: [],
      mails: [],
    },
  },
  deleteOwnAccount: {
    tag: 'Accounts',
    description:
      'Permanently deletes the account of the caller, who repeats the e-mail address as confirmation. It is refused while money is open: in orders, in payouts, or in the balance. Unpaid orders are cancelled, unsold products are removed, and records that accounting needs are anonymized.',
    body: { email: buyer.email },
    response: { acknowledged: true, deletedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'This is not the e-mail address of your account',
        field: 'body.email',
      },
      'user.is-admin': { detail: 'You are the only admin: grant the role to another user first' },
      'account.money-open': { detail: 'Pay out your balance of $328.23 first' },
    },
  },
  verifySeller: {
    tag: 'Accounts',
    description:
      'Marks a seller as verified; `modifiedCount` is 0 if the seller is already verified. Changes state although it is a GET, as the specification requires: it therefore needs a bearer token, ignores cookies, and does not support HEAD.',
    params: { email: seller.email },
    response: { acknowledged: true, modifiedCount: 1 },
  },
} as const satisfies EndpointExamples<
  | 'exchangeToken'
  | 'createUser'
  | 'updateProfile'
  | 'getOwnProfile'
  | 'uploadProfilePhoto'
  | 'removeProfilePhoto'
  | 'removePhotoOfUser'
  | 'becomeSeller'
  | 'getStaffRole'
  | 'listTeam'
  | 'grantStaffRole'
  | 'revokeStaffRole'
  | 'getAdminFlag'
  | 'getSellerFlag'
  | 'listBuyers'
  | 'listSellers'
  | 'deleteUser'
  | 'verifySeller'
  | 'getDataExport'
  | 'deleteOwnAccount'
>;
