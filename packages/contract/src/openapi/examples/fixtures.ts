import { unknownDetails } from '../../listing-details.ts';
import type { Order, OrderedListing } from '../../orders.ts';
import type { ProductDetails } from '../../products.ts';

/** The records of the examples. A test inserts them into a database and replays every example. */
export const admin = { _id: '0199f2c0-1a00-7000-8000-0000000000a1', email: 'admin@redial.dev' };
export const seller = {
  _id: '0199f2c0-1a00-7000-8000-0000000000b2',
  name: 'Rana Ahmed',
  email: 'rana@mail.com',
  varified: true,
} as const;
export const buyer = {
  _id: '0199f2c0-1a00-7000-8000-0000000000c3',
  name: 'Nora Lindqvist',
  email: 'nora@mail.com',
} as const;

/** A syntactically valid token without a valid signature. */
export const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1aWQifQ.c2lnbmF0dXJl';

const {
  sellerSince,
  seller: sellerSummary,
  ...shown
} = {
  _id: '0199f2c0-1a00-7000-8000-0000000000d4',
  name: 'iPhone 13 128 GB, Blue',
  img: 'http://localhost:3000/images/018f0000-0000-7000-8000-000000000000-960.jpg',
  sellerName: seller.name,
  sellerEmail: seller.email,
  varified: true,
  status: 'Available',
  originalPrice: 799,
  resalePrice: 345.5,
  number: '+1 202-555-0142',
  location: 'Lyon, France',
  purchaseDate: 2022,
  yearsOfUse: '3 years',
  category: 'Iphone',
  condition: 'good',
  description: 'Two owners, no scratches, comes with its box.',
  advertised: true,
  postDate: '2026-11-20T09:30:00.000Z',
  isPaid: false,
  sellerSince: '2026-10-01T08:00:00.000Z',
  seller: { _id: seller._id, photo: null, rating: null },
} as const satisfies ProductDetails;

/** A product with contact data. */
export const product = shown;
/** The same product with masked contact data, as in all public lists. */
export const maskedProduct = {
  ...product,
  sellerEmail: 'r•••@mail.com',
  number: '+• •••-•••-••42',
} as const;
export const productDetails = { ...maskedProduct, sellerSince, seller: sellerSummary };

const {
  _id: _1,
  sellerName: _2,
  sellerEmail: _3,
  varified: _4,
  status: _5,
  advertised: _6,
  postDate: _7,
  isPaid: _8,
  ...stated
} = product;
const { number: _9, location: _10, ...kept } = stated;

/** What its seller states. */
export const newProduct = stated;
/** What orders keep of that, besides photos and details. */
export const keptFields = kept;
/** The same product as it was ordered. */
export const orderedListing: OrderedListing = {
  ...keptFields,
  photos: [{ img: product.img, alt: '' }],
  formFactor: null,
  details: unknownDetails,
  defects: null,
};

export const order = {
  _id: '0199f2c0-1a00-7000-8000-0000000000e5',
  productName: product.name,
  img: product.img,
  buyerName: buyer.name,
  email: buyer.email,
  price: product.resalePrice,
  phone: '+33 6 12 34 56 78',
  location: 'Gare de Lyon',
  productId: product._id,
  isPaid: false,
  state: 'unpaid',
  expiresAt: '2026-11-23T09:00:00.000Z',
} as const satisfies Order;

export const transactionId = 'pi_5Fq2mB8wYh3kT1sV';

/** Of disputes, meetings and devices. */
export const disputeId = '0199f2c0-1a00-7000-8000-000000000d01';
export const proposalId = '0199f2c0-1a00-7000-8000-000000000d02';
export const messageId = '0199f2c0-1a00-7000-8000-000000000d03';
export const meetingId = '0199f2c0-1a00-7000-8000-000000000d04';
export const meetingToken = '3Nq8v0ZcWm1aYt7RkX2bLs5dPf9hJg4u';
export const exampleImei = '001017000000011';
export const deviceId = '0199f2c0-1a00-7000-8000-000000000d06';
