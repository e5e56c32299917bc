import {
  getListingDevice,
  getListingImei,
  type ListingDevice,
  removeListingImei,
  setListingImei,
} from '@redial/contract';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { href } from 'react-router';
import { call } from '../../session/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';

/** The IMEIs of a listing for its seller, and the link to the passport of the phone. */
export function ImeiSection({ productId: id }: { productId: string }) {
  const [numbers, setNumbers] = useState<readonly [string, string]>(['', '']);
  const [device, setDevice] = useState<ListingDevice['device']>(null);
  const [isSet, setIsSet] = useState(false);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<'save' | 'remove'>();
  const read = useCallback(async () => {
    const [imeis, found] = await Promise.all([
      call(getListingImei, { params: { id } }),
      call(getListingDevice, { params: { id } }),
    ]);
    if (imeis.ok) {
      const [first = '', second = ''] = imeis.value.imeis;
      setNumbers([first, second]);
      setIsSet(first !== '');
    }
    if (found.ok) setDevice(found.value.device);
  }, [id]);
  useEffect(() => {
    read();
  }, [read]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const imeis = numbers.map((number) => number.trim()).filter((number) => number !== '');
    if (imeis.length === 0) return setError('Enter the number');
    setPending('save');
    const result = await call(setListingImei, { params: { id }, body: { imeis } });
    setPending(undefined);
    setError(result.ok ? undefined : result.error.message);
    if (!result.ok) return;
    toast.success('The number is saved');
    await read();
  };
  const remove = async () => {
    setPending('remove');
    const result = await call(removeListingImei, { params: { id } });
    setPending(undefined);
    if (!result.ok) return toast.error(result.error.message);
    setError(undefined);
    await read();
  };
  return (
    <Panel title="IMEI">
      <p className="mb-5 max-w-prose text-ink-soft text-sm">
        Buyers trust a phone with a number more. Only you can read it: buyers see its first eight
        digits and what happened to the phone on Redial. At the handover they compare it.
      </p>
      <form noValidate onSubmit={save}>
        <div className="grid gap-x-5 sm:grid-cols-2">
          <TextField
            label="IMEI"
            hint="Dial *#06#"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={numbers[0]}
            error={error}
            onChange={(event) => setNumbers([event.currentTarget.value, numbers[1]])}
          />
          <TextField
            label="Second IMEI"
            hint="Of a phone with two SIMs"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={numbers[1]}
            onChange={(event) => setNumbers([numbers[0], event.currentTarget.value])}
          />
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="tonal" pending={pending === 'save'} pendingLabel="Saving">
            Save
          </Button>
          {isSet && (
            <Button
              variant="outline"
              pending={pending === 'remove'}
              aria-label="Remove the IMEI"
              onClick={remove}
            >
              Remove
            </Button>
          )}
          {device && (
            <ButtonLink variant="quiet" to={href('/devices/:id', { id: device._id })}>
              Device passport
            </ButtonLink>
          )}
        </div>
      </form>
    </Panel>
  );
}
