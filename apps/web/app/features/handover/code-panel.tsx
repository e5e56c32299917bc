import { type Handover, handoverRules, withdrawHandoverConfirmation } from '@redial/contract';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import type { Waiting } from '../../session/keep-sending.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toast.ts';
import { WaitingNote } from '../../ui/waiting-note.tsx';
import { readStored, sendCode } from './offline.ts';

const waitingTexts = {
  connection: 'The code is sent as soon as this phone is online; keep this page.',
  server: 'This phone is online, but Redial cannot take the code yet; keep this page.',
  meanwhile: 'The code stays on this phone until it has arrived.',
} as const;

/** The own code to show, and the field for the other one's. Works without a connection. */
export function CodePanel({ data, onChanged }: { data: Handover; onChanged: () => void }) {
  const { code, orderId, otherName, confirmed } = data;
  /** The code that is being sent, which may take until there is a connection. */
  const [sending, setSending] = useState(() => readStored(orderId)?.queued);
  const [waiting, setWaiting] = useState<Waiting>();
  const [typed, setTyped] = useState(sending ?? '');
  const [error, setError] = useState<string>();

  const send = useEffectEvent(async (value: string, signal: AbortSignal) => {
    const message = await sendCode(data, value, { signal, onWaiting: setWaiting });
    if (signal.aborted) return;
    setSending(undefined);
    setWaiting(undefined);
    setError(message ?? undefined);
    // A refusal can mean that the handover is no longer what the page shows.
    onChanged();
  });
  useEffect(() => {
    if (!sending) return;
    const controller = new AbortController();
    void send(sending, controller.signal);
    return () => controller.abort();
  }, [sending]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.replaceAll(/\D/g, '');
    if (sending) return;
    const isComplete = value.length === handoverRules.codeLength;
    setError(isComplete ? undefined : 'The code has six digits');
    if (isComplete) setSending(value);
  };
  if (!code) return null;
  return (
    <Panel title="Hand over">
      <p>Only when everything is fine: show your code, and type the code that {otherName} shows.</p>
      <div className="my-5 flex flex-wrap items-center gap-6">
        <div className="size-36">
          <QrCode text={code} label="Your code as QR" />
        </div>
        <p>
          <span className="block text-ink-soft text-sm">Your code</span>
          <output className="figures font-bold text-5xl tracking-wider" aria-label="Your code">
            {code}
          </output>
        </p>
      </div>
      {confirmed.own ? (
        <Confirmed data={data} onChanged={onChanged} />
      ) : waiting ? (
        <WaitingNote waiting={waiting} texts={waitingTexts} />
      ) : (
        <form noValidate onSubmit={submit}>
          <TextField
            label={`The code of ${otherName}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={typed}
            error={error}
            inputClassName="figures text-2xl tracking-widest"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="large" className="w-full" pending={sending !== undefined}>
            {data.viewer === 'buyer' ? 'I have the phone' : 'I have handed it over'}
          </Button>
        </form>
      )}
      <p className="mt-4 text-ink-soft text-sm">
        {data.viewer === 'buyer'
          ? 'You still have time to inspect the phone afterwards, before the seller is paid.'
          : 'The buyer still has time to inspect the phone before you are paid.'}
      </p>
    </Panel>
  );
}

function Confirmed({ data, onChanged }: { data: Handover; onChanged: () => void }) {
  const [pending, setPending] = useState(false);
  const withdraw = async () => {
    setPending(true);
    const result = await call(withdrawHandoverConfirmation, { params: { id: data.orderId } });
    setPending(false);
    if (!result.ok) toast.error(result.error.message);
    onChanged();
  };
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <Badge tone="good">You have entered the code</Badge>
      <p>
        {data.otherName} has to enter your code, too.
        {data.secondCodeDueAt &&
          ` Otherwise a dispute is opened on ${formatDateTime(data.secondCodeDueAt)}.`}
      </p>
      <Button variant="outline" size="small" pending={pending} onClick={withdraw}>
        That was a mistake
      </Button>
    </div>
  );
}
