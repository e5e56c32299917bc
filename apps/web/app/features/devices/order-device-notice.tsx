import {
  getListingDevice,
  type ListingDevice,
  type OrderDetails,
  reportedPhoneAdvice,
} from '@redial/contract';
import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { DeviceNotices } from './device-notices.tsx';

/** Warns the parties of an open order about its device; nothing if there is nothing to warn of. */
export function OrderDeviceNotice({
  order: { productId: id, state, viewer },
}: {
  order: Pick<OrderDetails, 'productId' | 'state' | 'viewer'>;
}) {
  const [device, setDevice] = useState<ListingDevice['device']>(null);
  useEffect(() => {
    call(getListingDevice, { params: { id } }).then(
      (result) => result.ok && setDevice(result.value.device),
    );
  }, [id]);
  const advice = reportedPhoneAdvice(state);
  // Once the order has ended, the phone is somebody's who may lose it.
  if (!device?.reported || advice === undefined) return null;
  return (
    <section aria-label="About this phone">
      <DeviceNotices device={{ reported: device.reported, warnings: [] }} />
      <p className="text-sm">
        {viewer === 'buyer' ? advice : 'Its buyer is warned.'}{' '}
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
