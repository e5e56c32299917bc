import { openingReasonLimits, openSellerRecord, type SellerIdentity } from '@redial/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { formatDay } from './format-day.ts';

/** Asks why a record is opened, then shows it. Closing the dialog discards the content. */
export function RecordDialog({
  id,
  open,
  onClose,
  onOpened,
}: {
  id: string;
  open: boolean;
  onClose: () => void;
  /** After the opening was logged. */
  onOpened: () => void;
}) {
  const [identity, setIdentity] = useState<SellerIdentity>();
  const close = () => {
    setIdentity(undefined);
    onClose();
  };
  const show = (content: SellerIdentity) => {
    setIdentity(content);
    onOpened();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={identity ? 'Who the seller was' : 'Open this record?'}
      description={
        identity
          ? 'As of the day on which the account was deleted.'
          : 'Your name and your reason are logged for good. Write no personal data into the reason.'
      }
    >
      {identity ? <Identity identity={identity} /> : <ReasonForm id={id} onOpened={show} />}
    </Dialog>
  );
}

function ReasonForm({ id, onOpened }: { id: string; onOpened: (content: SellerIdentity) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = async ({ reason }: { reason: string }) => {
    const body = { reason: reason.trim() };
    const result = await call(openSellerRecord, { params: { id }, body });
    if (result.ok) onOpened(result.value);
    else setError('reason', { message: result.error.message });
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="mt-6">
      <TextArea
        label="Why do you need to know?"
        hint="Such as the file number of a request of the police"
        rows={3}
        maxLength={openingReasonLimits.maxLength}
        error={errors.reason?.message}
        {...register('reason', {
          validate: (reason) =>
            reason.trim().length >= openingReasonLimits.minLength || 'Say it in a short sentence',
        })}
      />
      <Button type="submit" pending={isSubmitting} pendingLabel="Opening">
        Open the record
      </Button>
    </form>
  );
}

function Identity({ identity }: { identity: SellerIdentity }) {
  const { emailVerified, signInMethods, payoutAccounts } = identity;
  const accounts = (list: readonly { provider: string; accountId: string }[]) =>
    list.map(({ provider, accountId }) => `${provider}: ${accountId}`);
  const facts: readonly [label: string, values: readonly string[]][] = [
    ['Name', [identity.name]],
    ['E-mail', [`${identity.email} (${emailVerified ? 'confirmed' : 'not confirmed'})`]],
    ['Phone numbers', identity.phones],
    ['Places', identity.locations],
    ['Payout accounts', accounts(payoutAccounts)],
    ['Sign-in', accounts(signInMethods)],
    ['Account at the identity provider', [identity.uid]],
    ['Verified seller', [identity.varified ? 'Yes' : 'No']],
    ['Signed up', [formatDay(identity.signedUpAt)]],
  ];
  return (
    <dl className="mt-6 grid gap-4 text-sm">
      {facts.map(([label, values]) => (
        <div key={label}>
          <dt className="text-ink-faint text-xs">{label}</dt>
          {values.length === 0 && <dd className="mt-0.5 text-ink-soft">None</dd>}
          {values.map((value) => (
            <dd key={value} className="wrap-anywhere mt-0.5">
              {value}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
