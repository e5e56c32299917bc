import {
  type Chargeback,
  evidenceLimits,
  formatPrice,
  submitChargebackEvidence,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/date-time.ts';
import { TextArea } from '../../ui/field.tsx';
import {
  containsText,
  isFiltered,
  ListFilter,
  type ListFilterValue,
  NothingMatches,
} from '../../ui/list-filter.tsx';

const states = {
  open: { tone: 'accent', label: 'Open' },
  won: { tone: 'good', label: 'Won' },
  lost: { tone: 'bad', label: 'Lost' },
} as const;

const choice = {
  label: 'State',
  options: { open: states.open.label, won: states.won.label, lost: states.lost.label },
};

/**
 * The chargebacks, open ones first, with the evidence that was or is to be submitted: those that
 * the filter of the URL matches.
 */
export function ChargebackList({
  chargebacks,
  filter,
}: {
  chargebacks: readonly Chargeback[];
  filter: ListFilterValue;
}) {
  const shown = chargebacks.filter(
    ({ productName, reason, state }) =>
      containsText(filter.q, productName, reasonText(reason)) &&
      (filter.show === '' || filter.show === state),
  );
  return (
    <>
      <ListFilter name="Chargebacks" hint="Phone, reason" choice={choice} {...filter} />
      {shown.length > 0 ? (
        <Chargebacks chargebacks={shown} />
      ) : isFiltered(filter) ? (
        <NothingMatches />
      ) : (
        <p className="text-ink-soft text-sm">There are none.</p>
      )}
    </>
  );
}

/** The reason of a bank, such as `product_not_received`, as words. */
const reasonText = (reason: string): string => reason.replaceAll('_', ' ');

function Chargebacks({ chargebacks }: { chargebacks: readonly Chargeback[] }) {
  return (
    <ul className="grid gap-3">
      {chargebacks.map((chargeback) => (
        <li key={chargeback._id} className="rounded-lg border border-line bg-surface p-5">
          <Facts chargeback={chargeback} />
          {chargeback.evidence ? (
            <Evidence evidence={chargeback.evidence} />
          ) : (
            chargeback.state === 'open' && <EvidenceForm chargeback={chargeback} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ chargeback }: { chargeback: Chargeback }) {
  const { orderId, productName, amount, state, reason, openedAt, closedAt, evidenceDueAt } =
    chargeback;
  const { tone, label } = states[state];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-semibold text-base">
          <Link
            to={href('/dashboard/orders/:orderId', { orderId })}
            className="wrap-anywhere rounded-sm underline-offset-4 hover:underline"
          >
            {productName}
          </Link>
        </h3>
        <span className="figures font-semibold">{formatPrice(amount)}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1.5 text-ink-soft text-sm">
        {`${reasonText(reason)}, opened ${formatTime(openedAt)}`}
        {closedAt && `, decided ${formatTime(closedAt)}`}
        {state === 'open' && evidenceDueAt && `; evidence until ${formatTime(evidenceDueAt)}`}
      </p>
    </>
  );
}

function Evidence({
  evidence: { text, submittedAt },
}: {
  evidence: NonNullable<Chargeback['evidence']>;
}) {
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-accent">
        {submittedAt
          ? `Evidence, submitted ${formatTime(submittedAt)}`
          : 'Evidence, on its way to the bank'}
      </summary>
      <p className="wrap-anywhere mt-2 whitespace-pre-line rounded-md bg-sunken px-4 py-3 text-xs">
        {text}
      </p>
    </details>
  );
}

function EvidenceForm({ chargeback: { _id: id, draft, productName } }: { chargeback: Chargeback }) {
  const { mutate, pending } = useMutation();
  const [text, setText] = useState(draft ?? '');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (text.trim().length < evidenceLimits.minLength) {
      setError('Say in a few sentences why the payment was right');
      return;
    }
    setError(undefined);
    await mutate(
      call(submitChargebackEvidence, { params: { id }, body: { text: text.trim() } }),
      'The evidence goes to the bank',
    );
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-1">
      <TextArea
        label={`Evidence about ${productName}`}
        hint="A draft from our records: check it, and add what the seller knows. The bank reads it once, so it cannot be changed afterwards."
        rows={10}
        maxLength={evidenceLimits.maxLength}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" size="small" pending={pending} pendingLabel="Submitting">
          Submit the evidence
        </Button>
      </div>
    </form>
  );
}
