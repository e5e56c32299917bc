import type pg from 'pg';
import type { RunSize } from './compare.ts';
import { connect } from './database.ts';
import { createPeople, type Person } from './people.ts';
import type { Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** Sales that run at the same time, each with a buyer and a seller of its own. */
const pairs = 8;
/** Phones of each seller; more than are sold in a run. */
const phones = 500;

/**
 * Whole sales: order, payment intent, card, payment, choice of shipping, shipment, receipt, acceptance.
 * Afterwards every completed order has left the escrow, and all transactions of the ledger balance.
 */
export async function paidJourneyRow(
  server: Server,
  { rounds, seconds }: RunSize,
): Promise<ResultRow> {
  const database = await connect(server.dataDir);
  try {
    const buyers = await createPeople(server, database, { count: pairs, role: 'buyer' });
    const sellers = await createPeople(server, database, { count: pairs, role: 'seller' });
    const offered: (readonly string[])[] = [];
    for (const seller of sellers) offered.push(await insertPhones(database, seller));
    const until = performance.now() + rounds * seconds * 1000;
    const durations: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      sellers.map(async (seller, n) => {
        const buyer = buyers[n];
        if (!buyer) return;
        for (const product of offered[n] ?? []) {
          if (performance.now() > until) break;
          const begun = performance.now();
          await sell(server.url, { product, buyer, seller, priceUsd });
          durations.push(performance.now() - begun);
        }
      }),
    );
    const took = (performance.now() - startedAt) / 1000;
    const sorted = durations.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    const escrow = await countEscrow(database, sellers);
    return {
      name: `whole sales, from the order to the acceptance, ${pairs} at a time`,
      measured: `${round(durations.length / took, 1)} per second, p50 ${round(median(sorted), 0)} ms, p99 ${round(p99, 0)} ms; ${escrow} of ${durations.length} left in escrow`,
      target: 'none left in escrow',
      met: durations.length > 0 && escrow === 0,
      figures: { sales: durations.length, seconds: took, p50: median(sorted), p99, escrow },
    };
  } finally {
    await database.end();
  }
}

const priceUsd = 250;

/** Phones on offer: copies of one of the catalogue. */
async function insertPhones(database: pg.Client, { userId }: Person): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into products (id, seller_id, name, description, written, category, condition, image_url,
       original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use,
       status, is_paid, advertised, posted_at)
     select gen_random_uuid(), $1, name, description, written, category, condition, image_url, 60000,
       $2, seller_phone, location, purchase_year, years_of_use, 'Available', false, false, now()
     from (select * from products where name <> '' limit 1) one, generate_series(1, $3::int)
     returning id`,
    [userId, priceUsd * 100, phones],
  );
  return rows.map(({ id }) => id);
}

/** Orders of these sellers whose money is still held. */
async function countEscrow(database: pg.Client, sellers: readonly Person[]): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from orders o left join ledger_accounts a on a.account = 'escrow:' || o.id
     where o.seller_id = any($1) and o.state = 'completed' and coalesce(a.balance_cents, 0) <> 0`,
    [sellers.map(({ userId }) => userId)],
  );
  return Number(rows[0]?.count);
}

const address = {
  name: 'Ben Buyer',
  line1: 'Rue de la Part-Dieu 4',
  postalCode: '69003',
  city: 'Lyon',
  country: 'France',
};

/** Sells one phone, step by step as the pages do. @throws if a step fails. */
async function sell(
  url: string,
  {
    product,
    buyer,
    seller,
    priceUsd: price,
  }: { product: string; buyer: Person; seller: Person; priceUsd: number },
): Promise<void> {
  const send = async (path: string, body: object, by?: Person, method = 'POST') => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(by ? { authorization: `Bearer ${by.token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path} responds ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as Record<string, string>;
  };
  const contact = { phone: '+1 202-555-0123', location: 'At the station, under the clock' };
  const { insertedId: orderId } = await send('/orders', { productId: product, ...contact }, buyer);
  const intent = await send('/create-payment-intent', { price, orderId }, buyer);
  const clientSecret = intent.clientSecret ?? '';
  const card = await send('/sandbox-cards/payment-methods', {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
  });
  const paid = await send(`/sandbox-cards/intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    clientSecret,
    paymentMethodId: card.id,
  });
  const payment = { price, transactionId: paid.id, email: buyer.email, orderId };
  await send('/payments', payment, buyer);
  const at = `/api/orders/${orderId}`;
  await send(`${at}/handover`, { method: 'ship', address }, buyer, 'PUT');
  const parcel = { carrier: 'ups', trackingNumber: '1Z5R89390357567127' };
  await send(`${at}/shipment`, parcel, seller);
  await send(`${at}/receipt`, {}, buyer);
  await send(`${at}/acceptance`, {}, buyer);
}
