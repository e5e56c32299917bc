import { createSelfTestLink, type ResponseOf } from '@redial/contract';
import { Suspense, useState } from 'react';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

/** Loaded with the link, as few visits of these pages ask for one. */
const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode);

/**
 * Opens the self-test on the phone that is tested: a QR code for its camera, with the same as a link for
 * who is on that phone already.
 *
 * @param onDone loads the results.
 */
export function SelfTestLink({
  productId,
  label,
  onDone,
}: {
  productId: string;
  label: string;
  onDone: () => Promise<void> | void;
}) {
  const [link, setLink] = useState<ResponseOf<typeof createSelfTestLink>>();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const create = async () => {
    setPending(true);
    const result = await call(createSelfTestLink, { params: { id: productId } });
    setPending(false);
    setError(result.ok ? undefined : result.error.message);
    if (result.ok) setLink(result.value);
  };
  const done = async () => {
    setPending(true);
    await onDone();
    setPending(false);
    setLink(undefined);
  };
  return (
    <div className="grid justify-items-start gap-4">
      {link ? (
        <>
          <div className="size-48">
            <Suspense>
              <QrCode text={link.url} label="The link to the self-test as QR code" />
            </Suspense>
          </div>
          <p className="text-sm">
            Scan it with the camera of the phone that you test. Or, if this is that phone,{' '}
            <a href={link.url} className="font-semibold text-accent underline underline-offset-4">
              open the self-test here
            </a>
            . The link works once, until {formatDateTime(link.expiresAt)}.
          </p>
          <Button variant="outline" pending={pending} onClick={done}>
            Show the results
          </Button>
        </>
      ) : (
        <Button pending={pending} onClick={create}>
          {label}
        </Button>
      )}
      <p role="alert" className="text-bad text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}
