import type { StripeBalance } from './stripe-balance.fixture.ts';
import { newId } from './stripe-ids.fixture.ts';
import {
  findUnknownParameter,
  invalid,
  missing,
  nowSeconds,
  ok,
  type StripeRequest,
  type StripeResponse,
  toList,
} from './stripe-lists.fixture.ts';
import samples from './stripe-objects.fixture.json' with { type: 'json' };

export type Intent = Omit<typeof samples.payment_intent, 'last_payment_error'> & {
  metadata: Record<string, string>;
  last_payment_error: object | null;
};
type Charge = Omit<typeof samples.charge, 'payment_intent' | 'balance_transaction'> & {
  payment_intent: string;
  balance_transaction: object | null;
};
type Refund = Omit<typeof samples.refund, 'payment_intent' | 'metadata'> & {
  payment_intent: string;
  metadata: Record<string, string>;
  failure_reason?: string;
};
type Dispute = Omit<
  typeof samples.dispute,
  'payment_intent' | 'balance_transactions' | 'evidence'
> & {
  payment_intent: string;
  balance_transactions: { fee: number; net: number }[];
  evidence: { uncategorized_text: string | null };
};

/** Stripe's fee for a card in the United States, and for a dispute. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;
const disputeFee = 1500;

/** A dispute as its balance transactions refer to it. */
const sourceOf = (dispute: Dispute): object => ({ ...dispute, balance_transactions: [] });

/** The charges, refunds and disputes of the fake Stripe. */
export function createStripeCharges(intents: ReadonlyMap<string, Intent>, balance: StripeBalance) {
  const charges: Charge[] = [];
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  /** Refunded cents by intent. */
  const refunded = new Map<string, number>();

  /** Intents whose refunds are pending at first. */
  const pendingRefunds = new Set<string>();

  const chargeOf = (intentId: string) =>
    charges.find((one) => one.payment_intent === intentId && one.status === 'succeeded');

  function changeRefunded(intentId: string, cents: number): void {
    refunded.set(intentId, (refunded.get(intentId) ?? 0) + cents);
  }

  function refund({ form }: StripeRequest): StripeResponse {
    const known = /^(payment_intent|amount|metadata\[idempotencyKey\])$/;
    const unknown = findUnknownParameter(form, known);
    if (unknown) return unknown;
    const id = form.get('payment_intent') ?? '';
    const charge = chargeOf(id);
    if (!intents.has(id)) return missing('payment_intent', id);
    if (!charge)
      return invalid(
        'intent_invalid_state',
        'This PaymentIntent does not have a successful charge.',
      );
    if (charge.disputed) return invalid('charge_disputed', 'This charge has been charged back.');
    const left = charge.amount - (refunded.get(id) ?? 0);
    const amount = Number(form.get('amount') ?? left);
    if (left === 0) return invalid('charge_already_refunded', 'Charge has already been refunded.');
    if (amount > left)
      return invalid('', 'Refund amount is greater than unrefunded amount on charge', {
        param: 'amount',
      });
    const key = form.get('metadata[idempotencyKey]');
    return ok(addRefund(id, amount, key === null ? {} : { idempotencyKey: key }));
  }

  function addRefund(intentId: string, amount: number, metadata: Record<string, string>): Refund {
    const made: Refund = {
      ...samples.refund,
      id: newId('re'),
      amount,
      charge: chargeOf(intentId)?.id ?? '',
      payment_intent: intentId,
      created: nowSeconds(),
      status: pendingRefunds.has(intentId) ? 'pending' : 'succeeded',
      metadata,
    };
    refunds.push(made);
    changeRefunded(intentId, amount);
    balance.add({ type: 'refund', category: 'refund', amount: -amount, source: made });
    return made;
  }

  function submitEvidence(id: string, { form }: StripeRequest): StripeResponse {
    const unknown = findUnknownParameter(form, /^(evidence\[uncategorized_text\]|submit)$/);
    const dispute = disputes.find((one) => one.id === id);
    if (unknown) return unknown;
    if (!dispute) return missing('dispute', id);
    if (dispute.status !== 'needs_response')
      return invalid('dispute_closed', 'This dispute is already closed');
    const text = form.get('evidence[uncategorized_text]') ?? '';
    dispute.evidence.uncategorized_text = text;
    dispute.evidence_details.submission_count++;
    dispute.status = 'under_review';
    if (text === 'winning_evidence') decideDispute(id, 'won');
    if (text === 'losing_evidence') decideDispute(id, 'lost');
    return ok(dispute);
  }

  function decideDispute(id: string, outcome: 'won' | 'lost'): void {
    const dispute = disputes.find((one) => one.id === id);
    if (!dispute) throw new Error(`there is no dispute ${id}`);
    dispute.status = outcome;
    if (outcome === 'lost') return;
    const { amount } = dispute;
    const entry = {
      type: 'adjustment',
      category: 'dispute_reversal',
      amount,
      source: sourceOf(dispute),
    };
    dispute.balance_transactions.push(balance.add(entry));
  }

  function handle(request: StripeRequest): StripeResponse | undefined {
    const { method, path, query } = request;
    const [, resource, id] = /^\/v1\/(\w+)(?:\/([^/]+))?$/.exec(path) ?? [];
    const intentId = query.get('payment_intent');
    const isOfIntent = (one: { payment_intent: string }) =>
      intentId === null || one.payment_intent === intentId;
    const ofUnknown = intentId !== null && !intents.has(intentId);
    if (resource === 'refunds') {
      if (method === 'POST') return refund(request);
      if (ofUnknown) return missing('payment_intent', intentId);
      return toList(refunds.filter(isOfIntent), request);
    }
    if (resource === 'charges' && method === 'GET') {
      if (ofUnknown) return missing('payment_intent', intentId);
      return toList(charges.filter(isOfIntent), request);
    }
    if (resource === 'disputes') {
      if (id === undefined) return toList(disputes.filter(isOfIntent), request);
      if (method === 'POST') return submitEvidence(id, request);
      const dispute = disputes.find((one) => one.id === id);
      return dispute ? ok(dispute) : missing('dispute', id);
    }
    return undefined;
  }

  return {
    handle,
    refunded,
    pendingRefunds,
    chargeOf,
    /** Charges an intent's card. */
    charge(intent: Intent, goesThrough: boolean): void {
      const charge: Charge = {
        ...samples.charge,
        id: newId('ch'),
        amount: intent.amount,
        created: nowSeconds(),
        payment_intent: intent.id,
        status: goesThrough ? 'succeeded' : 'failed',
        balance_transaction: null,
      };
      charges.push(charge);
      if (!goesThrough) return;
      const { amount } = intent;
      const source = { ...charge };
      charge.balance_transaction = balance.add({
        type: 'charge',
        category: 'charge',
        amount,
        fee: feeOf(amount),
        source,
      });
    },
    /** Refunds as an operator does in the dashboard. */
    refundInDashboard: (intentId: string, amount: number) => addRefund(intentId, amount, {}),
    /** Sets the status of an intent's refunds; a failed refund returns its amount. */
    setRefundStatus(intentId: string, status: 'pending' | 'succeeded' | 'failed'): void {
      for (const one of refunds.filter(({ payment_intent }) => payment_intent === intentId)) {
        one.status = status;
        if (status !== 'failed') continue;
        one.failure_reason = 'expired_or_canceled_card';
        changeRefunded(intentId, -one.amount);
        const entry = { type: 'refund_failure', category: 'refund_failure' };
        balance.add({ ...entry, amount: one.amount, source: one });
      }
    },
    /** The buyer's bank opens a dispute about the whole charge. */
    openDispute(intentId: string, about: { status?: string } = {}): string {
      const charge = chargeOf(intentId);
      if (!charge) throw new Error(`nothing to dispute at ${intentId}`);
      charge.disputed = true;
      const dispute: Dispute = {
        ...samples.dispute,
        id: newId('dp'),
        amount: charge.amount,
        charge: charge.id,
        payment_intent: intentId,
        created: nowSeconds(),
        reason: 'fraudulent',
        status: about.status ?? 'needs_response',
        balance_transactions: [],
        evidence: { uncategorized_text: null },
        evidence_details: { ...samples.dispute.evidence_details, due_by: nowSeconds() + 604_800 },
      };
      disputes.push(dispute);
      const entry = {
        type: 'adjustment',
        category: 'dispute',
        fee: disputeFee,
        source: sourceOf(dispute),
      };
      if (dispute.status === 'needs_response')
        dispute.balance_transactions.push(balance.add({ ...entry, amount: -charge.amount }));
      return dispute.id;
    },
    decideDispute,
  };
}
