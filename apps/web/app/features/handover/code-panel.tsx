import { type Handover, handoverRules, withdrawHandoverConfirmation } from '@redial/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../session/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { readStored, sendCode, store } from './offline.ts';

/** The own code to show, and the field for the other one's. Works without a connection. */
export function CodePanel({ data, onChanged }: { data: Handover; onChanged: () => void }) {
  const { code, orderId, otherName, confirmed } = data;
  const [queued, setQueued] = useState(() => readStored(orderId)?.queued);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const sending = useRef(false);

  const send = async (value: string) => {
    // A replay would change nothing, but one at a time is enough.
    if (sending.current) return;
    sending.current = true;
    setPending(true);
    const outcome = await sendCode(data, value);
    sending.current = false;
    setPending(false);
    setError(outcome.kind === 'failed' ? outcome.message : undefined);
    setQueued(outcome.kind === 'queued' ? value : undefined);
    const { queued: _, ...rest } = readStored(orderId) ?? {};
    store(orderId, rest);
    if (outcome.kind === 'queued') store(orderId, { queued: value });
    else onChanged();
  };
  const sendRef = useRef(send);
  useEffect(() => {
    sendRef.current = send;
  });
  useEffect(() => {
    if (!queued) return;
    const retry = () => void sendRef.current(queued);
    addEventListener('online', retry);
    const timer = setInterval(() => navigator.onLine && retry(), 15_000);
    return () => {
      removeEventListener('online', retry);
      clearInterval(timer);
    };
  }, [queued]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.replaceAll(/\D/g, '');
    if (value.length !== handoverRules.codeLength) setError('The code has six digits');
    else void send(value);
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
      ) : queued ? (
        <p role="status">
          <Badge tone="accent">Waiting for a connection</Badge>
          <span className="mt-2 block">
            The code is sent as soon as this phone is online; keep this page.
          </span>
        </p>
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
          <Button type="submit" size="large" className="w-full" pending={pending}>
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
    await call(withdrawHandoverConfirmation, { params: { id: data.orderId } });
    setPending(false);
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
