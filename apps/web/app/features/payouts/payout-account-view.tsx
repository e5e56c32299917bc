import type { PayoutAccount } from '@redial/contract';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type BankDetails, BankDetailsForm } from './bank-details-form.tsx';

const statuses: Record<
  PayoutAccount['status'],
  { tone: 'neutral' | 'good' | 'bad' | 'accent'; label: string; text: string }
> = {
  none: {
    tone: 'neutral',
    label: 'Not set up',
    text: 'Tell us once where your money goes. Until then, it waits in your balance.',
  },
  'details-needed': {
    tone: 'bad',
    label: 'Details needed',
    text: 'The payment provider needs more from you before it can pay you.',
  },
  pending: {
    tone: 'accent',
    label: 'Being verified',
    text: 'The payment provider is verifying your details. You need not do anything.',
  },
  enabled: { tone: 'good', label: 'Ready', text: 'Payouts go to this account.' },
  rejected: {
    tone: 'bad',
    label: 'Rejected',
    text: 'The payment provider cannot pay you. Your balance is safe; please write to us.',
  },
};

/**
 * The payout account with its status, and the way to change it: a form, or the provider's own page.
 *
 * @param onSetUp stores the details, or requests the provider's page
 * @returns what is wrong with the details
 */
export function PayoutAccountView({
  account,
  onSetUp,
}: {
  account: PayoutAccount;
  onSetUp: (details: BankDetails) => Promise<readonly string[]>;
}) {
  const { status, requirements, last4, form, provider } = account;
  const { tone, label, text } = statuses[status];
  const isNew = status === 'none';
  return (
    <div className="grid gap-6">
      <Notice
        badge={<Badge tone={tone === 'neutral' ? 'raised' : tone}>{label}</Badge>}
        text={last4 ? `${text} Bank account ending in ${last4}.` : text}
      />
      {requirements.length > 0 && (
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {requirements.map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ul>
      )}
      {form && status !== 'rejected' && (
        <Panel title={isNew ? 'Bank account' : 'Change the bank account'}>
          {provider === 'sandbox' && <TestNumbers />}
          <BankDetailsForm fields={form} isNew={isNew} onSubmit={onSetUp} />
        </Panel>
      )}
      {!form && status !== 'rejected' && (
        <Panel title={isNew ? 'Set up with Stripe' : 'Your details at Stripe'}>
          <HostedPage isNew={isNew} onOpen={() => onSetUp({})} />
        </Panel>
      )}
    </div>
  );
}

function HostedPage({
  isNew,
  onOpen,
}: {
  isNew: boolean;
  onOpen: () => Promise<readonly string[]>;
}) {
  const [pending, setPending] = useState(false);
  const open = async () => {
    setPending(true);
    await onOpen();
    setPending(false);
  };
  return (
    <>
      <p className="max-w-xl text-ink-soft text-sm">
        Stripe pays you, and asks for your name, address and bank account on its own page. Redial
        does not see them. Afterwards you come back here.
      </p>
      <Button pending={pending} pendingLabel="Opening Stripe" className="mt-4" onClick={open}>
        <ExternalLink className="size-4" aria-hidden="true" />
        {isNew ? 'Continue at Stripe' : 'Open Stripe'}
      </Button>
    </>
  );
}

/** Numbers for trying out; see `apps/api/src/adapters/payouts/sandbox-test-accounts.ts`. */
const testNumbers = [
  ['000123456789', 'succeeds'],
  ['000111111116', 'the bank has no such account: fails at once'],
  ['000111111113', 'the account is closed: fails after it was paid'],
  ['000555555559', 'is verified for a minute first'],
] as const;

function TestNumbers() {
  return (
    <details className="mb-4 rounded-md bg-sunken px-4 py-2.5 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">
        This is a sandbox: test account numbers
      </summary>
      <dl className="mt-2 grid gap-2 pb-1">
        {testNumbers.map(([number, what]) => (
          <div key={number} className="flex flex-wrap gap-x-4">
            <dt className="figures">{number}</dt>
            <dd className="text-ink-soft">{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
