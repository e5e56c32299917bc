import type { Database } from '../../src/db/client.ts';
import { notChecked } from '../../src/features/ledger/check-invariants.ts';
import { findWrongBalances } from '../../src/features/ledger/find-wrong-balances.ts';
import { invariants as ledgerInvariants } from '../../src/features/ledger/invariants.ts';

/** States of orders that were never paid, and of those that give their product back. */
const unpaidStates = "('unpaid', 'cancelled', 'expired')";
const closedStates = "('refunded', 'cancelled', 'expired')";

/** Invariants, as queries that return the rows violating them. */
const always = {
  'product_counts matches products': `
    select category, condition, purchase_year, status, advertised, sum(n) from (
      select category, condition, purchase_year, status, advertised, n from product_counts
      union all
      select category, condition, purchase_year, status, advertised, -1 from products
      where listed) each
    group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
  'a product has at most one active order': `
    select product_id, count(*) from orders where state not in ${closedStates}
    group by product_id having count(*) > 1`,
  'buyer and seller of an order differ, and the seller owns the product': `
    select o.id from orders o join products p on p.id = o.product_id
    where o.buyer_id = o.seller_id or o.seller_id <> p.seller_id`,
  'exactly the orders that were paid have one succeeded payment': `
    select o.id, o.state, p.state as payment from orders o
    left join payments p on p.id = o.paid_payment_id and p.order_id = o.id
    where (o.state not in ${unpaidStates}) <> (p.id is not null)
       or p.state <> 'succeeded'
       or (o.state not in ${unpaidStates}) <> exists (
         select from payments s where s.order_id = o.id and s.state = 'succeeded')`,
  'a payment settles at most one order': `
    select paid_payment_id from orders where paid_payment_id is not null
    group by paid_payment_id having count(*) > 1`,
  "a payment's amount and buyer match its order": `
    select p.id from payments p join orders o on o.id = p.order_id
    where p.amount_cents <> o.price_cents or p.buyer_id <> o.buyer_id`,
  'an order has at most one open and one settled payment': `
    select order_id, state from payments where state in ('open', 'succeeded')
    group by order_id, state having count(*) > 1`,
  'an intent belongs to one payment': `
    select provider, intent_id from payments where intent_id is not null
    group by provider, intent_id having count(*) > 1`,
  'the history contains every order transition': `
    select o.id, o.state, e.kinds from orders o
    left join lateral (
      select array_agg(kind order by id) as kinds from order_events
      where order_id = o.id
        and kind in ('order.placed', 'order.paid', 'order.cancelled', 'order.expired')) e on true
    where e.kinds is distinct from case o.state when 'unpaid' then array['order.placed']
      when 'cancelled' then array['order.placed', 'order.cancelled']
      when 'expired' then array['order.placed', 'order.expired']
      else array['order.placed', 'order.paid'] end`,
  'the history contains every payment transition once': `
    select p.id, p.state, array_agg(e.kind) from payments p
    left join order_events e on e.payment_id = p.id
    group by p.id
    having count(*) filter (where e.kind = 'order.paid') <> (p.state = 'succeeded')::int
        or count(*) filter (where e.kind = 'payment.refund-due')
           <> (p.state in ('refund_due', 'refunded'))::int
        or count(*) filter (where e.kind = 'payment.refunded') <> (p.state = 'refunded')::int`,
  'amounts of the history match their orders': `
    select e.id from order_events e join orders o on o.id = e.order_id
    where e.amount_cents <> o.price_cents and e.kind not in ('refund.failed',
      'order.charged-back', 'order.chargeback-opened', 'order.chargeback-won',
      'order.refunded-at-provider')`,
  'a product is Sold while it has an active order, and paid while that order is paid': `
    select p.id, p.status, p.is_paid, o.state from products p
    left join orders o on o.product_id = p.id and o.state not in ${closedStates}
    where (p.status = 'Sold') <> (o.id is not null)
       or p.is_paid <> coalesce(o.state <> 'unpaid', false)`,
  'captured money is in the ledger, but for intents not yet recorded': `
    select * from (select
      (select coalesce(sum(amount_cents), 0)
       from sandbox_cards.intents where status = 'succeeded') as captured,
      (select coalesce(sum(e.amount_cents), 0) from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id
       where t.type = 'capture' and e.account = 'provider') as posted,
      (select coalesce(sum(p.amount_cents), 0)
       from payments p join sandbox_cards.intents i on i.id = p.intent_id
       where p.state in ('open', 'canceled') and i.status = 'succeeded') as unrecorded) money
    where captured <> posted + unrecorded`,
  'provider and payments table agree on each payment': `
    select p.id, p.state, i.status, i.refunded_cents from payments p
    join sandbox_cards.intents i on i.id = p.intent_id
    where i.amount_cents <> p.amount_cents or i.order_id <> p.order_id::text
       or (p.state in ('succeeded', 'refund_due', 'refunded') and i.status <> 'succeeded')
       or (p.state = 'refunded' and i.refunded_cents not between p.amount_cents - (
         select coalesce(sum(r.amount_cents), 0) from refunds r
         where r.payment_id = p.id and r.state = 'failed') and p.amount_cents)
       or (p.state in ('open', 'canceled') and i.refunded_cents > 0)
       or (p.state = 'succeeded' and i.refunded_cents > (
         select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id) + (
         select coalesce(sum(d.amount_cents), 0) from sandbox_cards.refunds d
         where d.intent_id = i.id and d.idempotency_key is null and not exists (
           select from refunds r where r.provider_refund_id = d.id)))`,
  'an order is refunded exactly if its buyer gets the whole price back': `
    select o.id, o.refunded_cents from orders o
    where o.refunded_cents > o.price_cents or (o.state = 'refunded') <> (
      o.state not in ${unpaidStates} and o.refunded_cents = o.price_cents)`,
  'a completed order is released for what its seller keeps': `
    select o.id, released.cents from orders o
    join lateral (
      select -coalesce(sum(e.amount_cents), 0) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.order_id = o.id and (e.account like 'seller:%' or e.account = 'fees')
        and t.type <> 'provider-fee') released on true
    where o.state in ('unpaid', 'cancelled', 'expired', 'paid', 'in_transit', 'delivered',
      'disputed', 'returning') and released.cents <> 0
      or o.state = 'completed' and released.cents <> o.price_cents - o.refunded_cents`,
  'a deadline is open only in its state': `
    select d.order_id, d.kind, o.state from order_deadlines d join orders o on o.id = d.order_id
    where d.closed_at is null and case d.kind
      when 'review' then o.state not in ('completed', 'refunded')
      else o.state not in ('paid', 'in_transit', 'delivered', 'disputed', 'returning') end`,
  'every due refund has an outbox row or a new event': `
    select p.id from payments p where p.state = 'refund_due' and not exists (
      select from outbox b where b.kind = 'payment.refund'
        and b.payload ->> 'paymentId' = p.id::text and b.done_at is null and b.dead_at is null)
      and not exists (select from domain_events e where e.type = 'payment.refund-due'
        and e.payload ->> 'paymentId' = p.id::text and e.dispatched_at is null)`,
  'email and identity are unique, and only sellers are verified': `
    select min(email) from users group by email_key having count(*) > 1
    union all select min(email) from users group by identity_uid having count(*) > 1
    union all select email from users where verified and role <> 'seller'
    union all select email from users where lower(btrim(email)) <> email_key`,
  'deleted users have no listed products and no active orders': `
    select p.id from products p join users u on u.id = p.seller_id
    where u.removed_at is not null and p.removed_at is null and not p.is_paid
    union all
    select o.id from orders o join users u on u.id in (o.buyer_id, o.seller_id)
    where u.removed_at is not null and o.state = 'unpaid' and o.expires_at > clock_timestamp()`,
  'deleted products have no active orders': `
    select o.id from orders o join products p on p.id = o.product_id
    where p.removed_at is not null and o.state = 'unpaid' and o.expires_at > clock_timestamp()`,
  'a buyer has at most ten unpaid orders': `
    select buyer_id from orders where state = 'unpaid' group by buyer_id having count(*) > 10`,
  'at most one open report per reporter and product': `
    select product_id, reporter from reports where state = 'open'
    group by product_id, reporter having count(*) > 1`,
} as const;

/** Additional invariants once background work is done and the provider is available. */
const onceSettled = {
  'no payment of a closed or paid order is open': `
    select p.id from payments p join orders o on o.id = p.order_id
    where p.state = 'open' and o.state <> 'unpaid'`,
  'no captured money remains without a paid order': `
    select i.id from sandbox_cards.intents i
    left join payments p on p.intent_id = i.id
    where i.status = 'succeeded' and i.refunded_cents = 0 and p.state is distinct from 'succeeded'`,
  'no refund is due and the outbox is empty': `
    select kind from outbox where done_at is null
    union all select type from domain_events where dispatched_at is null
    union all select id::text from payments where state = 'refund_due'
    union all select id::text from refunds where state = 'due'`,
  'what the provider holds is what the ledger says': `
    select * from (select
      (select coalesce(sum(amount_cents), 0)
       from sandbox_cards.balance_entries
       where account_id is null and kind <> 'top-up') as held,
      (select coalesce(sum(e.amount_cents), 0) from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id
       where t.type <> 'operator-deposit' and e.account in ('provider', 'operator')) as funds,
      (select coalesce(sum(e.amount_cents), 0) from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id
       where t.type = 'provider-fee' and e.account = 'provider-fees') as fees,
      (select coalesce(sum(amount_cents), 0) from payouts
       where state in ('transferred', 'paying')
         or state = 'returning' and settled_at is null) as transferred) money
    where held <> funds + fees - transferred`,
  'no unpaid order is past its expiry': `
    select id from orders where state = 'unpaid' and expires_at <= now()`,
} as const;

export interface InvariantViolation {
  readonly invariant: string;
  /** The violating row, as JSON. */
  readonly row: string;
}

/**
 * Checks all invariants, those of the tables in one statement and those of the ledger in one
 * transaction, and therefore each in one snapshot.
 *
 * @param settled whether background work is done, so that the additional invariants apply.
 * @returns every violating row; empty if all invariants hold.
 */
export async function findViolations(db: Database, settled = false): Promise<InvariantViolation[]> {
  const queries = Object.entries({ ...always, ...(settled ? onceSettled : {}) });
  const text = queries
    .map(
      ([name, query]) =>
        `select '${name.replaceAll("'", "''")}' as invariant, to_jsonb(q)::text as row from (${query}) q`,
    )
    .join('\nunion all\n');
  // Named, so that each connection plans it once: planning takes longer than executing it.
  const name = settled ? 'invariants once settled' : 'invariants';
  const { rows } = await db.$client.query<Record<string, unknown>>({ name, text });
  return [
    ...rows.map(({ invariant, row }) => ({ invariant: String(invariant), row: String(row) })),
    ...(await findLedgerViolations(db)),
  ];
}

/** Checks the ledger as the job does, in one snapshot, and recomputes all balances. */
async function findLedgerViolations(db: Database): Promise<InvariantViolation[]> {
  return db.transaction(
    async (tx) => {
      const found: InvariantViolation[] = [];
      for (const [invariant, check] of Object.entries(ledgerInvariants)) {
        const { holds, figures } = await check(tx, notChecked);
        if (!holds) found.push({ invariant, row: JSON.stringify(figures) });
      }
      const wrong = await findWrongBalances(tx);
      return [...found, ...wrong.map((row) => ({ invariant: 'balances', row }))];
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
