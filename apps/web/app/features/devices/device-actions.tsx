import {
  type DevicePassport,
  type DeviceReport,
  getDevice,
  liftDeviceReport,
  reportDevice,
} from '@redial/contract';
import { useEffect, useState } from 'react';
import { call } from '../../session/call.ts';
import { useSession } from '../../session/session-store.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

/** What the owner of a device and admins can do with it. The page itself is the same for everybody. */
export function DeviceActions({ device }: { device: DevicePassport }) {
  const { _id: id, reported } = device;
  const { status } = useSession();
  const [viewer, setViewer] = useState<DevicePassport['viewer']>('other');
  const { mutate } = useMutation();
  useEffect(() => {
    if (status !== 'signed-in') return setViewer('other');
    let isCurrent = true;
    call(getDevice, { params: { id } }).then((result) => {
      if (isCurrent && result.ok) setViewer(result.value.viewer);
    });
    return () => {
      isCurrent = false;
    };
  }, [status, id]);
  const params = { id };
  const report = (as: DeviceReport) => (
    <ConfirmButton
      label={as === 'lost' ? 'I lost it' : 'It was stolen'}
      name={as === 'lost' ? 'Report as lost' : 'Report as stolen'}
      title={`Report this phone as ${as}?`}
      action={`Report as ${as}`}
      pendingLabel="Reporting"
      onConfirm={() =>
        mutate(
          call(reportDevice, { params, body: { as } }),
          'Reported. It cannot be listed here any more',
        )
      }
    >
      Everybody who looks it up sees it, nobody can list it here, and a buyer with an open order is
      warned. Only our team can take it back.
    </ConfirmButton>
  );
  if (viewer === 'owner' && !reported) {
    return (
      <section aria-labelledby="yours" className="mt-12 rounded-lg bg-sunken p-5 sm:p-6">
        <h2 id="yours" className="text-lg">
          This is your phone
        </h2>
        <p className="mt-1 mb-4 text-ink-soft text-sm">
          If it is gone, report it: then nobody can sell it here.
        </p>
        <div className="flex flex-wrap gap-2.5">
          {report('lost')}
          {report('stolen')}
        </div>
      </section>
    );
  }
  if (viewer === 'admin' && reported) {
    return (
      <p className="mt-12">
        <ConfirmButton
          label="Lift the report"
          name="Lift the report"
          title="Lift the report?"
          action="Lift the report"
          pendingLabel="Lifting"
          confirmVariant="accent"
          onConfirm={() => mutate(call(liftDeviceReport, { params }), 'The report is lifted')}
        >
          Its listings are visible again, and it can be listed.
        </ConfirmButton>
      </p>
    );
  }
  return null;
}
