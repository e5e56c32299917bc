import { getListingDevice, type ListingDevice } from '@redial/contract';
import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { DeviceNotices } from './device-notices.tsx';

/** Warns a party of an order about its device; nothing if there is nothing to warn of. */
export function OrderDeviceNotice({ productId: id }: { productId: string }) {
  const [device, setDevice] = useState<ListingDevice['device']>(null);
  useEffect(() => {
    call(getListingDevice, { params: { id } }).then(
      (result) => result.ok && setDevice(result.value.device),
    );
  }, [id]);
  if (!device?.reported) return null;
  return (
    <section aria-label="About this phone">
      <DeviceNotices device={{ reported: device.reported, warnings: [] }} />
      <p className="text-sm">
        Do not accept the phone before this is settled.{' '}
        <Link
          to={href('/devices/:id', { id: device._id })}
          className="font-semibold text-accent underline-offset-4 hover:underline"
        >
          Device passport
        </Link>
      </p>
    </section>
  );
}
