import {
  type DecisionKind,
  moderationLimits,
  type PersonDetails,
  releaseHeldBalance,
} from '@redial/contract';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextDialogButton } from '../../ui/text-dialog.tsx';

const DecisionDialog = lazyDialog(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
);

/**
 * Decides about a person whom nobody may have reported, and lets a suspended seller pay out.
 *
 * @param person of any role but admins, with an active account
 */
export function PersonDecisions({ person }: { person: PersonDetails }) {
  const { _id: id, name, role, varified, money } = person;
  const [isDeciding, setIsDeciding] = useState(false);
  const { mutate } = useMutation();
  if (role === 'admin') return null;
  const kinds: readonly DecisionKind[] = varified
    ? ['suspend', 'ban', 'unverify']
    : ['suspend', 'ban'];
  const heldBy = money?.heldBy;
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-haspopup="dialog"
        onClick={() => setIsDeciding(true)}
      >
        {varified ? 'Suspend, ban or unverify' : 'Suspend or ban'}
      </Button>
      <DecisionDialog
        open={isDeciding}
        item={{ target: { kind: 'person', id }, title: name, people: [] }}
        kinds={kinds}
        onClose={() => setIsDeciding(false)}
      />
      {heldBy && (
        <TextDialogButton
          label="Release the balance"
          title="Release the balance?"
          description="The seller can then pay out, although sales or disputes may be open."
          field="Reason, for the audit log"
          required="Give a reason for the audit log"
          maxLength={moderationLimits.reason}
          onSubmit={(reason) =>
            mutate(
              call(releaseHeldBalance, { params: { id: heldBy }, body: { reason } }),
              'The balance is released',
            )
          }
        />
      )}
    </>
  );
}
