import { useForm } from 'react-hook-form';
import type { PasskeySummary } from '../../session/identity-client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { required } from './validators.ts';

const nameMaxLength = 60;

/** Gives a passkey another name. @param onRename resolves to whether it has it */
export function RenamePasskeyDialog({
  open,
  passkey,
  onClose,
  onRename,
}: {
  open: boolean;
  passkey: PasskeySummary | undefined;
  onClose: () => void;
  onRename: (id: string, name: string) => Promise<boolean>;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Rename the passkey">
      {passkey && (
        <RenameForm
          key={passkey.id}
          name={passkey.name}
          onSubmit={async (name) => {
            if (await onRename(passkey.id, name)) onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function RenameForm({
  name,
  onSubmit,
}: {
  name: string;
  onSubmit: (name: string) => Promise<void>;
}) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      className="mt-6"
      onSubmit={handleSubmit((values) => onSubmit(values.name.trim()))}
    >
      <TextField
        label="Name"
        required
        maxLength={nameMaxLength}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', { validate: required('Please give it a name') })}
      />
      <Button
        type="submit"
        size="large"
        pending={isSubmitting}
        pendingLabel="Saving"
        className="w-full"
      >
        Save
      </Button>
    </form>
  );
}
