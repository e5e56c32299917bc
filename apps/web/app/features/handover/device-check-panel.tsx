import { checkDevice, type Handover, handoverRules } from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { triesText } from '../../ui/count.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What earlier numbers have shown; undefined without one. */
const resultOf = ({ matched, triesLeft }: Handover['deviceCheck']): boolean | undefined =>
  matched || (triesLeft < handoverRules.maxDeviceChecks ? false : undefined);

/** Compares the IMEI that the phone shows with the listing's. */
export function DeviceCheckPanel({ data }: { data: Handover }) {
  const { deviceCheck, orderId, state } = data;
  const [imei, setImei] = useState('');
  const [match, setMatch] = useState(resultOf(deviceCheck));
  const [message, setMessage] = useState<string>();
  const [pending, setPending] = useState(false);
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const result = await call(checkDevice, { params: { id: orderId }, body: { imei } });
    setPending(false);
    if (!result.ok) return setMessage(result.error.message);
    setMatch(result.value.match);
    setMessage(
      result.value.match
        ? undefined
        : `This is another number. You have ${triesText(result.value.triesLeft)}.`,
    );
  };
  if (data.viewer !== 'buyer' || !deviceCheck.available) return null;
  return (
    <Panel title="Is it the same phone?">
      {match ? (
        <p role="status">
          <Badge tone="good">Match</Badge>
          <span className="mt-2 block">The number is the one of the listing.</span>
        </p>
      ) : (
        <form noValidate onSubmit={check}>
          <TextField
            label="IMEI that the phone shows"
            hint="Dial *#06#. We say whether it matches the listing; that says nothing about blacklists."
            inputMode="numeric"
            autoComplete="off"
            value={imei}
            error={message}
            onChange={(event) => setImei(event.currentTarget.value)}
          />
          <Button type="submit" variant="outline" pending={pending}>
            Compare
          </Button>
          {match === false && state === 'paid' && (
            <p className="mt-4 font-semibold text-sm">
              Do not take this phone, and do not type the code of the seller.
            </p>
          )}
          {match === false && state === 'delivered' && (
            <ButtonLink
              variant="danger"
              className="ml-3"
              to={`${href('/dashboard/orders/:id/dispute', { id: orderId })}?reason=different-device`}
            >
              Report a different phone
            </ButtonLink>
          )}
        </form>
      )}
    </Panel>
  );
}
