import { networkError } from '@redial/contract';
import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { withReturnTo } from '../../session/return-to.ts';
import { useSession } from '../../session/session-store.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

// Visitors do not need it.
const importAccount = () => import('./account-alerts.ts');

/** Has the viewer notified when a phone on hold is available again; visitors sign in first. */
export function AvailabilityAlert({ productId }: { productId: string }) {
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.user.uid : undefined;
  const [isWaiting, setWaiting] = useState<boolean>();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    if (uid === undefined) return;
    let isCurrent = true;
    importAccount()
      .then(({ isWaitingFor }) => isWaitingFor(productId))
      .then(
        (waits) => isCurrent && setWaiting(waits),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [uid, productId]);
  if (uid === undefined) {
    return (
      <ButtonLink
        variant="outline"
        size="small"
        to={withReturnTo('/login', `/products/${productId}`)}
        aria-disabled={session.status === 'unknown'}
      >
        <Bell className="size-4" aria-hidden="true" />
        Tell me if it returns
      </ButtonLink>
    );
  }
  const toggle = async () => {
    setPending(true);
    const error = await importAccount().then(
      ({ saveAlert }) => saveAlert(productId, !isWaiting),
      () => networkError.message,
    );
    setPending(false);
    if (error !== undefined) {
      toast.error(error);
      return;
    }
    setWaiting(!isWaiting);
    toast.success(
      isWaiting ? 'You no longer wait for this phone' : 'You get a message if it returns',
    );
  };
  const Icon = isWaiting ? BellRing : Bell;
  return (
    <Button
      variant="outline"
      size="small"
      aria-pressed={isWaiting === true}
      disabled={pending || isWaiting === undefined}
      onClick={toggle}
    >
      <Icon
        className={isWaiting ? 'size-4 fill-accent text-accent' : 'size-4'}
        aria-hidden="true"
      />
      Tell me if it returns
    </Button>
  );
}
