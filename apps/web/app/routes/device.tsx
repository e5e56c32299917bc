import { getDevice, storageText } from '@redial/contract';
import { data, isRouteErrorResponse } from 'react-router';
import { createServerCall } from '../api.ts';
import { DeviceActions } from '../features/devices/device-actions.tsx';
import { PassportView } from '../features/devices/passport-view.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/device.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const result = await createServerCall(context)(getDevice, { params: { id } });
  if (!result.ok) {
    const { code, status, message } = result.error;
    const isMissing = code === 'device.not-found' || code === 'request.invalid';
    throw data(message, { status: isMissing ? 404 : status || 503 });
  }
  return result.value;
}

export const meta = () => [
  { title: 'Device passport | Redial' },
  { name: 'robots', content: 'noindex' },
];

export default function Device({ loaderData: device }: Route.ComponentProps) {
  const { model, storageGb } = device;
  return (
    <div className="page max-w-4xl py-8 lg:py-12">
      <PageHeader title="Device passport">
        {model?.name ?? 'A phone'}
        {storageGb === null ? '' : `, ${storageText(storageGb)}`}: what happened to it on Redial.
      </PageHeader>
      <PassportView device={device} />
      <DeviceActions key={device._id} device={device} />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <div className="page py-24">
      <h1 className="text-3xl">There is no such phone</h1>
      <p className="mt-4 text-ink-soft">The link may be incomplete.</p>
    </div>
  );
}
