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

type Account = Omit<typeof samples.account, 'metadata' | 'external_accounts' | 'requirements'> & {
  metadata: Record<string, string>;
  external_accounts: object;
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null };
};
type Transfer = Omit<typeof samples.transfer, 'transfer_group'> & { transfer_group: string | null };
type Reversal = Omit<typeof samples.transfer_reversal, 'metadata'> & {
  metadata: Record<string, string>;
};
type Payout = Omit<typeof samples.payout, 'metadata' | 'failure_code'> & {
  account: string;
  failure_code: string | null;
  metadata: Record<string, string>;
};

const insufficient = invalid(
  'balance_insufficient',
  'You have insufficient available funds in your Stripe account.',
);

/** The connected accounts, transfers and payouts of the fake Stripe. */
export function createStripeConnect(balance: StripeBalance) {
  const accounts = new Map<string, Account>();
  const transfers: Transfer[] = [];
  const reversals: Reversal[] = [];
  const payouts: Payout[] = [];

  function createAccount({ form }: StripeRequest): StripeResponse {
    const known =
      /^(type|email|business_type|capabilities\[transfers\]\[requested\]|settings\[payouts\]\[schedule\]\[interval\]|metadata\[userId\])$/;
    const unknown = findUnknownParameter(form, known);
    if (unknown) return unknown;
    const id = newId('acct');
    const account: Account = {
      ...samples.account,
      id,
      type: form.get('type') ?? 'standard',
      email: form.get('email') ?? '',
      created: nowSeconds(),
      capabilities: { ...samples.account.capabilities, transfers: 'inactive' },
      metadata: { userId: form.get('metadata[userId]') ?? '' },
    };
    accounts.set(id, account);
    return ok(account);
  }

  function createLink({ form }: StripeRequest): StripeResponse {
    const unknown = findUnknownParameter(form, /^(account|type|return_url|refresh_url)$/);
    const account = form.get('account') ?? '';
    if (unknown) return unknown;
    if (!accounts.has(account)) return missing('account', account);
    if (form.get('type') !== 'account_onboarding') return invalid('', 'Invalid type');
    for (const name of ['return_url', 'refresh_url'])
      if (!URL.canParse(form.get(name) ?? '')) return invalid('url_invalid', 'Not a valid URL');
    const url = `https://connect.stripe.com/setup/e/${account}/${newId('link')}`;
    return ok({
      ...samples.account_link,
      created: nowSeconds(),
      expires_at: nowSeconds() + 300,
      url,
    });
  }

  function createTransfer({ form }: StripeRequest): StripeResponse {
    const unknown = findUnknownParameter(form, /^(amount|currency|destination|transfer_group)$/);
    const destination = form.get('destination') ?? '';
    const amount = Number(form.get('amount'));
    const account = accounts.get(destination);
    if (unknown) return unknown;
    if (!account) return missing('destination', destination);
    if (account.capabilities.transfers !== 'active')
      return invalid(
        'insufficient_capabilities_for_transfer',
        'Your destination account needs to have the transfers capability enabled.',
      );
    if (amount > balance.total()) return insufficient;
    const transfer: Transfer = {
      ...samples.transfer,
      id: newId('tr'),
      amount,
      destination,
      created: nowSeconds(),
      transfer_group: form.get('transfer_group'),
    };
    transfers.push(transfer);
    const entry = { type: 'transfer', category: 'transfer', source: transfer };
    balance.add({ ...entry, amount: -amount });
    balance.add({ ...entry, account: destination, amount });
    return ok(transfer);
  }

  function reverse(transferId: string, { form }: StripeRequest): StripeResponse {
    const unknown = findUnknownParameter(form, /^(amount|metadata\[idempotencyKey\])$/);
    const transfer = transfers.find(({ id }) => id === transferId);
    if (unknown) return unknown;
    if (!transfer) return missing('transfer', transferId);
    const amount = Number(form.get('amount') ?? transfer.amount);
    if (amount > transfer.amount - transfer.amount_reversed)
      return invalid('', 'Transfer reversal amount is greater than unreversed amount', {
        param: 'amount',
      });
    const account = transfer.destination;
    if (amount > balance.total(account)) return insufficient;
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    const reversal: Reversal = {
      ...samples.transfer_reversal,
      id: newId('trr'),
      amount,
      created: nowSeconds(),
      transfer: transferId,
      metadata: { idempotencyKey: form.get('metadata[idempotencyKey]') ?? '' },
    };
    reversals.push(reversal);
    const entry = { type: 'transfer_refund', category: 'transfer_reversal', source: reversal };
    balance.add({ ...entry, amount });
    balance.add({ ...entry, account, amount: -amount });
    return ok(reversal);
  }

  function createPayout({ form, account }: StripeRequest): StripeResponse {
    const unknown = findUnknownParameter(form, /^(amount|currency|metadata\[reference\])$/);
    if (unknown) return unknown;
    const amount = Number(form.get('amount'));
    if (account === undefined) return invalid('', 'The fake does not pay the platform out');
    if (!accounts.get(account)?.payouts_enabled)
      return invalid('payouts_not_allowed', 'Payouts have been disabled on the account.');
    if (amount > balance.total(account)) return insufficient;
    const payout: Payout = {
      ...samples.payout,
      id: newId('po'),
      account,
      amount,
      automatic: false,
      status: 'pending',
      failure_code: null,
      created: nowSeconds(),
      arrival_date: nowSeconds() + 2 * 86_400,
      metadata: { reference: form.get('metadata[reference]') ?? '' },
    };
    payouts.push(payout);
    balance.add({ account, type: 'payout', category: 'payout', amount: -amount, source: payout });
    return ok(payout);
  }

  function handleTransfers(request: StripeRequest): StripeResponse {
    const { method, path, query } = request;
    const [, , , id, action] = path.split('/');
    if (id === undefined) {
      if (method === 'POST') return createTransfer(request);
      const group = query.get('transfer_group');
      return toList(
        transfers.filter((one) => group === null || one.transfer_group === group),
        request,
      );
    }
    if (action === 'reversals') {
      if (method === 'POST') return reverse(id, request);
      if (!transfers.some((one) => one.id === id)) return missing('transfer', id);
      return toList(
        reversals.filter(({ transfer }) => transfer === id),
        request,
      );
    }
    const transfer = transfers.find((one) => one.id === id);
    return transfer ? ok(transfer) : missing('transfer', id);
  }

  function handle(request: StripeRequest): StripeResponse | undefined {
    const { method, path, account } = request;
    const [, resource, id] = /^\/v1\/(\w+)(?:\/([^/]+))?/.exec(path) ?? [];
    if (account !== undefined && !accounts.has(account)) return errorForUnknownAccount(account);
    if (resource === 'accounts') {
      if (id === undefined) return createAccount(request);
      const found = accounts.get(id);
      return found ? ok(found) : errorForUnknownAccount(id);
    }
    if (resource === 'account_links') return createLink(request);
    if (resource === 'transfers') return handleTransfers(request);
    if (resource !== 'payouts') return undefined;
    if (method === 'POST') return createPayout(request);
    const own = payouts.filter((one) => one.account === account);
    if (id === undefined) return toList(own, request);
    const payout = own.find((one) => one.id === id);
    return payout ? ok(payout) : missing('payout', id);
  }

  return {
    handle,
    accounts,
    /** The seller completes Stripe's onboarding. */
    enableAccount(id: string): void {
      const account = accounts.get(id);
      if (!account) throw new Error(`there is no account ${id}`);
      account.details_submitted = true;
      account.payouts_enabled = true;
      account.capabilities = { ...account.capabilities, transfers: 'active' };
      const { external_accounts: list } = samples.account;
      account.external_accounts = { ...list, data: [samples.bank_account] };
      account.requirements = {
        ...samples.account.requirements,
        currently_due: [],
        disabled_reason: null,
      };
    },
    /** Sets the status of a payout; the money of a failed one returns to its account. */
    setPayoutStatus(id: string, status: string, failureCode: string | null = null): void {
      const payout = payouts.find((one) => one.id === id);
      if (!payout) throw new Error(`there is no payout ${id}`);
      payout.status = status;
      payout.failure_code = failureCode;
      const { account, amount } = payout;
      const entry = { type: 'payout_failure', category: 'payout_reversal', source: payout };
      if (status === 'failed') balance.add({ ...entry, account, amount });
    },
    pendingPayouts: () => payouts.filter(({ status }) => status === 'pending'),
    findPayoutObject: (id: string) => payouts.find((one) => one.id === id),
  };
}

const errorForUnknownAccount = (id: string): StripeResponse =>
  invalid('account_invalid', `The provided key does not have access to account '${id}'`, {
    status: 403,
  });
