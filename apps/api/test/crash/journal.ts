import type { Database } from '../../src/db/client.ts';

/**
 * An acknowledged write. No later request reverses it, so it must be true at every moment after its
 * response.
 */
export type Fact =
  | { readonly kind: 'identity'; readonly uid: string }
  | { readonly kind: 'user'; readonly id: string; readonly uid: string }
  | { readonly kind: 'image'; readonly id: string }
  | {
      readonly kind: 'product';
      readonly id: string;
      readonly sellerId: string;
      readonly cents: number;
    }
  | { readonly kind: 'advertised'; readonly id: string }
  | { readonly kind: 'product-deleted'; readonly id: string }
  | {
      readonly kind: 'order';
      readonly id: string;
      readonly productId: string;
      readonly buyerId: string;
    }
  | { readonly kind: 'cancelled'; readonly id: string }
  | { readonly kind: 'intent'; readonly orderId: string; readonly intentId: string }
  | { readonly kind: 'charged'; readonly intentId: string }
  | { readonly kind: 'paid'; readonly orderId: string; readonly paymentId: string }
  /** A step of an order after its payment, by its event in the history. */
  | { readonly kind: 'step'; readonly orderId: string; readonly event: string }
  | { readonly kind: 'message'; readonly id: string; readonly text: string }
  | { readonly kind: 'payout'; readonly id: string; readonly sellerId: string }
  | { readonly kind: 'reported'; readonly productId: string; readonly reporterId: string }
  | { readonly kind: 'resolved'; readonly productId: string }
  | { readonly kind: 'verified'; readonly email: string }
  | { readonly kind: 'user-deleted'; readonly id: string };

/** Whether a product was sold at some time; its sale may have been refunded since. */
const wasPaid = `exists (select from orders o
  where o.product_id = p.id and o.paid_payment_id is not null)`;

/** For each kind its fields, and the SQL condition that is true if the write was persisted. */
const factChecks: Record<Fact['kind'], { fields: string; holds: string }> = {
  identity: {
    fields: 'uid text',
    holds: `exists (select from identity."user" u where u.id = f.uid)
      or exists (select from users u where u.identity_uid = f.uid and u.removed_at is not null)`,
  },
  user: {
    fields: 'id uuid, uid text',
    holds: 'exists (select from users u where u.id = f.id and u.identity_uid = f.uid)',
  },
  image: { fields: 'id uuid', holds: 'exists (select from images i where i.id = f.id)' },
  product: {
    fields: 'id uuid, "sellerId" uuid, cents bigint',
    holds: `exists (select from products p where p.id = f.id and p.seller_id = f."sellerId"
      and p.resale_price_cents = f.cents)`,
  },
  advertised: {
    fields: 'id uuid',
    holds: `exists (select from products p where p.id = f.id
      and (p.advertised or ${wasPaid} or p.removed_at is not null))`,
  },
  'product-deleted': {
    fields: 'id uuid',
    holds: 'exists (select from products p where p.id = f.id and p.removed_at is not null)',
  },
  order: {
    fields: 'id uuid, "productId" uuid, "buyerId" uuid',
    holds: `exists (select from orders o where o.id = f.id and o.product_id = f."productId"
      and o.buyer_id = f."buyerId")`,
  },
  cancelled: {
    fields: 'id uuid',
    holds: `exists (select from orders o where o.id = f.id and o.state in ('cancelled', 'expired'))`,
  },
  intent: {
    fields: '"orderId" uuid, "intentId" text',
    holds: `exists (select from payments p join sandbox_cards.intents i on i.id = p.intent_id
      where p.order_id = f."orderId" and p.intent_id = f."intentId")`,
  },
  charged: {
    fields: '"intentId" text',
    holds: `exists (select from sandbox_cards.intents i
      where i.id = f."intentId" and i.status = 'succeeded')`,
  },
  paid: {
    fields: '"orderId" uuid, "paymentId" uuid',
    // What becomes of a paid order are further steps.
    holds: `exists (select from orders o where o.id = f."orderId"
      and o.paid_payment_id = f."paymentId")`,
  },
  step: {
    fields: '"orderId" uuid, event text',
    holds: `exists (select from order_events e where e.order_id = f."orderId" and e.kind = f.event)`,
  },
  message: {
    fields: 'id uuid, text text',
    // Of a deleted account, a placeholder stays.
    holds: `exists (select from messages m left join users u on u.id = m.author_id
      where m.id = f.id and (m.text = f.text or u.removed_at is not null))`,
  },
  payout: {
    fields: 'id uuid, "sellerId" uuid',
    holds: `exists (select from payouts p
      join ledger_transactions t on t.key = 'payout:' || p.id
      where p.id = f.id and p.user_id = f."sellerId")`,
  },
  reported: {
    fields: '"productId" uuid, "reporterId" text',
    holds: `exists (select from reports r where r.product_id = f."productId"
      and r.reporter = 'user:' || f."reporterId")`,
  },
  resolved: {
    fields: '"productId" uuid',
    holds: `exists (select from products p where p.id = f."productId"
      and (p.removed_at is not null or ${wasPaid}))`,
  },
  verified: {
    fields: 'email text',
    holds: `exists (select from users u where u.email = f.email and u.verified)
      or not exists (select from users u where u.email = f.email and u.removed_at is null)`,
  },
  'user-deleted': {
    fields: 'id uuid',
    holds: 'exists (select from users u where u.id = f.id and u.removed_at is not null)',
  },
};

export interface Journal {
  readonly facts: Fact[];
  /** Records a fact. @param startedAt when the request was sent (`performance.now()`). */
  add(fact: Fact, startedAt: number): void;
  /**
   * Resolves when a request that starts from now on is acknowledged, with the milliseconds it took.
   */
  nextAcknowledgement(): Promise<number>;
}

/** Records acknowledged writes in order. */
export function createJournal(): Journal {
  const facts: Fact[] = [];
  const waiting = new Set<{ since: number; settle: (milliseconds: number) => void }>();
  return {
    facts,
    add(fact, begun) {
      facts.push(fact);
      for (const one of waiting) {
        if (begun < one.since) continue;
        waiting.delete(one);
        one.settle(performance.now() - one.since);
      }
    },
    nextAcknowledgement() {
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.add({ since: performance.now(), settle: resolve });
      return promise;
    },
  };
}

/** Returns the acknowledged facts that are missing from the database. */
export async function findLostFacts(db: Database, facts: readonly Fact[]): Promise<Fact[]> {
  const lost: Fact[] = [];
  for (const [kind, { fields, holds }] of Object.entries(factChecks)) {
    const ofKind = facts.filter((fact) => fact.kind === kind);
    const { rows } = await db.$client.query(
      `select to_jsonb(f) as fact from jsonb_to_recordset($1::jsonb) as f(${fields})
       where not (${holds})`,
      [JSON.stringify(ofKind)],
    );
    lost.push(...rows.map(({ fact }) => ({ kind, ...fact }) as Fact));
  }
  return lost;
}
