import { becomeSeller } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { clearRoles } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Turns the buyer's account into a seller's; orders stay. */
export function BecomeSeller({ onDone }: { onDone: () => void }) {
  const [pending, setPending] = useState(false);
  const { revalidate } = useRevalidator();
  const start = async () => {
    setPending(true);
    const result = await call(becomeSeller, {});
    setPending(false);
    if (!result.ok) return toast.error(result.error.message);
    clearRoles();
    // The dashboard's menu depends on the role.
    await revalidate();
    toast.success('You can sell phones now');
    onDone();
  };
  return (
    <Button pending={pending} pendingLabel="One moment" onClick={start}>
      Start selling
    </Button>
  );
}
