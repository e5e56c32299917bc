import { type DataExport, toDollars } from '@redial/contract';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  images,
  orders,
  outbox,
  payments,
  products,
  reports,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** Everything that is held of a person, oldest first; of others in it, nothing. */
export async function exportData(
  { db, identity, settings }: Pick<Deps, 'db' | 'identity' | 'settings'>,
  person: User,
): Promise<DataExport> {
  const [account] = await db
    .select({ signedUpAt: users.createdAt })
    .from(users)
    .where(eq(users.id, person.id));
  const signIn = await identity.findAccountData?.(person.uid);
  const shown = (imageUrl: string) => absoluteImageUrl(imageUrl, settings);
  return {
    account: {
      _id: person.id,
      name: person.name,
      email: person.email,
      role: person.role,
      varified: person.verified,
      signedUpAt: iso(account?.signedUpAt ?? new Date(0)),
    },
    ...(signIn ? { signIn } : {}),
    products: (await productsOf(db, person)).map((product) => ({
      _id: product.id,
      name: product.name,
      description: product.description,
      img: shown(product.imageUrl),
      category: product.category,
      condition: product.condition,
      originalPrice: toDollars(product.originalPriceCents),
      resalePrice: toDollars(product.resalePriceCents),
      number: product.sellerPhone,
      location: product.location,
      purchaseDate: product.purchaseYear,
      yearsOfUse: product.yearsOfUse,
      status: product.status,
      isPaid: product.isPaid,
      advertised: product.advertised,
      postDate: iso(product.postedAt),
      removedAt: product.removedAt && iso(product.removedAt),
    })),
    orders: (await ordersOf(db, person)).map(({ paid, ...order }) => ({
      _id: order.id,
      productId: order.productId,
      productName: order.productName,
      img: shown(order.imageUrl),
      price: toDollars(order.priceCents),
      phone: order.phone,
      location: order.location,
      state: order.state,
      placedAt: iso(order.placedAt),
      payments: paid.map((payment) => ({
        transactionId: payment.intentId,
        price: toDollars(payment.amountCents),
        state: payment.state,
        at: iso(payment.createdAt),
      })),
    })),
    sales: (await salesOf(db, person)).map((sale) => ({
      orderId: sale.id,
      productId: sale.productId,
      productName: sale.productName,
      price: toDollars(sale.priceCents),
      state: sale.state,
      placedAt: iso(sale.placedAt),
    })),
    reports: (await reportsOf(db, person)).map(({ productId, state, createdAt }) => ({
      productId,
      state,
      createdAt: iso(createdAt),
    })),
    pictures: (await picturesOf(db, person)).map(({ id, width, createdAt }) => ({
      img: shown(`/images/${id}-${width}.jpg`),
      uploadedAt: iso(createdAt),
    })),
    mails: (await mailsTo(db, person)).map(({ subject, doneAt }) => ({
      subject,
      sentAt: doneAt && iso(doneAt),
    })),
  };
}

const iso = (date: Date): string => date.toISOString();

type Db = Deps['db'];
type Who = Pick<User, 'id' | 'email'>;

const productsOf = (db: Db, { id }: Who) =>
  db.select().from(products).where(eq(products.sellerId, id)).orderBy(asc(products.postedAt));

async function ordersOf(db: Db, { id }: Who) {
  const placed = await db
    .select()
    .from(orders)
    .where(eq(orders.buyerId, id))
    .orderBy(asc(orders.placedAt));
  const ids = placed.map((order) => order.id);
  const all = await db
    .select()
    .from(payments)
    .where(and(eq(payments.buyerId, id), inArray(payments.orderId, ids)))
    .orderBy(asc(payments.createdAt));
  return placed.map((order) => ({
    ...order,
    paid: all.filter(({ orderId }) => orderId === order.id),
  }));
}

const salesOf = (db: Db, { id }: Who) =>
  db.select().from(orders).where(eq(orders.sellerId, id)).orderBy(asc(orders.placedAt));

const reportsOf = (db: Db, { id }: Who) =>
  db
    .select()
    .from(reports)
    .where(eq(reports.reporter, `user:${id}`))
    .orderBy(asc(reports.createdAt));

const picturesOf = (db: Db, { id }: Who) =>
  db.select().from(images).where(eq(images.uploadedBy, id)).orderBy(asc(images.createdAt));

const mailsTo = (db: Db, { email }: Who) =>
  db
    .select({
      subject: sql<string>`coalesce(${outbox.payload} ->> 'subject', '')`,
      doneAt: outbox.doneAt,
    })
    .from(outbox)
    .where(and(eq(outbox.kind, 'mail.send'), sql`${outbox.payload} ->> 'to' = ${email}`))
    .orderBy(asc(outbox.id));
