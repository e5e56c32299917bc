import { photoRemovalLimits, removePhotoOfUser } from '@redial/contract';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { TextDialogButton } from '../../ui/text-dialog.tsx';

/** Lets a moderator remove somebody's photo with a reason. */
export function RemovePhoto({ userId }: { userId: string }) {
  const { mutate } = useMutation();
  return (
    <TextDialogButton
      label="Remove the photo"
      title="Remove this photo?"
      description="The person gets a mail with the reason, and can choose another photo."
      field="Reason, which the person reads"
      required="Give a reason, which the person reads"
      maxLength={photoRemovalLimits.reason}
      danger
      onSubmit={(reason) =>
        mutate(
          call(removePhotoOfUser, { params: { id: userId }, body: { reason } }),
          'The photo is removed',
        )
      }
    />
  );
}
