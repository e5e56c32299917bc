import {
  blockPerson,
  type Conversation,
  listBlocks,
  partnerOf,
  unblockPerson,
} from '@redial/contract';
import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Blocks or unblocks the other person, and reports the conversation. */
export function ConversationActions({
  conversation,
  onChange,
}: {
  conversation: Conversation;
  onChange: () => Promise<void>;
}) {
  const { mutate, pending } = useMutation();
  const [isReporting, setIsReporting] = useState(false);
  const { _id: conversationId, blocked } = conversation;
  const partner = partnerOf(conversation);
  return (
    <div className="mt-6 flex flex-wrap gap-3 border-line border-t pt-5">
      <Button
        variant="outline"
        size="small"
        aria-haspopup="dialog"
        onClick={() => setIsReporting(true)}
      >
        <Flag className="size-4" aria-hidden="true" />
        Report
      </Button>
      {partner && blocked !== 'by-you' && (
        <ConfirmButton
          label={
            <>
              <Ban className="size-4" aria-hidden="true" />
              Block
            </>
          }
          name={`Block ${partner.name}`}
          title={`Block ${partner.name}?`}
          action="Block"
          pendingLabel="Blocking"
          cancel="Cancel"
          onConfirm={async () => {
            await mutate(
              call(blockPerson, { body: { conversationId } }),
              `${partner.name} is blocked`,
            );
            await onChange();
          }}
        >
          Neither of you can write to the other, about this phone or any other. Your orders go on.
          You can unblock at any time.
        </ConfirmButton>
      )}
      {partner && blocked === 'by-you' && (
        <Button
          variant="outline"
          size="small"
          pending={pending}
          onClick={async () => {
            await mutate(unblock(partner._id), `${partner.name} is unblocked`);
            await onChange();
          }}
        >
          Unblock
        </Button>
      )}
      <ReportDialog
        open={isReporting}
        conversationId={conversationId}
        onClose={() => setIsReporting(false)}
      />
    </div>
  );
}

/** Ends the block of a person. */
async function unblock(userId: string) {
  const blocks = await call(listBlocks, {});
  if (!blocks.ok) return blocks;
  const block = blocks.value.find((one) => one.userId === userId);
  return block ? call(unblockPerson, { params: { id: block._id } }) : blocks;
}
