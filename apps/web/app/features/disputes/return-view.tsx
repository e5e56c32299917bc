import { confirmReturn, type Return, setReturnAddress, shipReturn } from '@redial/contract';
import { type FormEvent, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { triesText } from '../../ui/count.ts';
import { formatDateTime } from '../../ui/date-time.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Panel } from '../../ui/panel.tsx';
import {
  ShipmentFields,
  type ShipmentValues,
  toShipmentBody,
  toShipmentValues,
} from '../../ui/shipment-fields.tsx';
import { TrackingNumber } from '../../ui/tracking-number.tsx';

// Few returns are disputed.
const RefuseReturn = lazyPart(async () => (await import('./refuse-return.tsx')).RefuseReturn);

/** The return of a phone: address, shipment, confirmation. */
export function ReturnView({ data, disputePath }: { data: Return; disputePath: string }) {
  const { viewer, address, shipment, dueAt } = data;
  const buyerGets = viewer === 'buyer' ? 'you get' : 'the buyer gets';
  return (
    <div className="grid max-w-xl gap-6">
      <Panel title="Where the phone goes">
        {address ? (
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {address}
          </p>
        ) : (
          <p>
            {viewer === 'seller'
              ? 'Say where the phone is sent to.'
              : 'The seller has not given an address yet.'}
          </p>
        )}
        {dueAt && !address && (
          <p className="mt-2 text-ink-soft text-sm">
            Without an address by {formatDateTime(dueAt)}, {buyerGets} the money back.
          </p>
        )}
        {viewer === 'seller' && !shipment && <AddressForm data={data} />}
      </Panel>
      {address && (
        <Panel title="Shipment">
          {shipment ? (
            <p className="wrap-anywhere">
              Sent on {formatDateTime(shipment.at)} with <bdi>{shipment.carrierName}</bdi>,{' '}
              <TrackingNumber shipment={shipment} />.
              {dueAt &&
                ` Unless ${viewer === 'seller' ? 'you confirm or dispute' : 'the seller confirms or disputes'} it by ${formatDateTime(dueAt)}, ${buyerGets} the money back.`}
            </p>
          ) : (
            <p>
              Not sent yet.
              {dueAt &&
                ` Unless it is sent by ${formatDateTime(dueAt)}, ${viewer === 'seller' ? 'you are' : 'the seller is'} paid.`}
            </p>
          )}
          {viewer === 'buyer' && !shipment && (
            <p className="mt-2 text-ink-soft text-sm">
              If the address cannot be used,{' '}
              <Link to={disputePath} className="underline">
                write so in the dispute
              </Link>
              : then Redial decides.
            </p>
          )}
          {viewer === 'buyer' && <ShipmentForm data={data} />}
        </Panel>
      )}
      {viewer === 'seller' && shipment && (
        <Panel title="Has the phone arrived?">
          <ConfirmForm data={data} disputePath={disputePath} />
        </Panel>
      )}
    </div>
  );
}

function AddressForm({ data }: { data: Return }) {
  const { mutate, pending } = useMutation();
  const [address, setAddress] = useState(data.address ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    mutate(
      call(setReturnAddress, { params: { id: data.orderId }, body: { address } }),
      'The buyer has the address',
    );
  };
  return (
    <form noValidate onSubmit={save} className="mt-4">
      <TextArea
        label="Address"
        hint="For this return only; it is deleted afterwards."
        rows={4}
        maxLength={500}
        autoComplete="street-address"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" pending={pending}>
        Save the address
      </Button>
    </form>
  );
}

function ShipmentForm({ data }: { data: Return }) {
  const { mutate } = useMutation();
  const form = useForm<ShipmentValues>({ defaultValues: toShipmentValues(data.shipment) });
  const [imei, setImei] = useState('');
  const ship = form.handleSubmit((values) =>
    mutate(
      call(shipReturn, {
        params: { id: data.orderId },
        body: { ...toShipmentBody(values), ...(imei ? { imei } : {}) },
      }),
      'The return is recorded',
    ),
  );
  return (
    <form noValidate onSubmit={ship} className="mt-4">
      <ShipmentFields form={form} />
      {data.imeiAsked && (
        <TextField
          label="IMEI of the phone"
          hint="Dial *#06#. The seller compares it, so that no other phone comes back."
          inputMode="numeric"
          value={imei}
          onChange={(event) => setImei(event.currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        pending={form.formState.isSubmitting}
        variant={data.shipment ? 'outline' : 'accent'}
      >
        {data.shipment ? 'Correct the shipment' : 'It is on its way'}
      </Button>
    </form>
  );
}

function ConfirmForm({ data, disputePath }: { data: Return; disputePath: string }) {
  const { mutate, pending } = useMutation();
  const navigate = useNavigate();
  const [imei, setImei] = useState('');
  const [error, setError] = useState<string>();
  const params = { id: data.orderId };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setError(undefined);
    const result = await call(confirmReturn, { params, body: imei ? { imei } : {} });
    if (!result.ok) return setError(result.error.message);
    const { outcome, triesLeft } = result.value;
    if (outcome === 'mismatch') {
      return setError(
        `This is another number. You have ${triesText(triesLeft)}. If it is what the phone shows, report it below.`,
      );
    }
    await mutate(
      Promise.resolve(result),
      outcome === 'refunded' ? 'The buyer gets the money back' : 'The dispute is open again',
    );
    await navigate(disputePath);
  };
  return (
    <>
      <form noValidate onSubmit={confirm}>
        {data.imeiRequired && (
          <TextField
            label="IMEI that the phone shows"
            hint="Dial *#06# on the returned phone."
            inputMode="numeric"
            value={imei}
            onChange={(event) => setImei(event.currentTarget.value)}
          />
        )}
        <p role="alert" className="min-h-5 text-bad text-sm">
          {error}
        </p>
        <Button type="submit" pending={pending}>
          Confirm the return
        </Button>
      </form>
      <Suspense>
        <RefuseReturn orderId={data.orderId} disputePath={disputePath} />
      </Suspense>
    </>
  );
}
