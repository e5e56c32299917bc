import { updateProfile } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { call } from '../../session/call.ts';
import type { IdentityUser } from '../../session/identity-client.ts';
import { loadIdentity } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { tidyName, validateName } from './validators.ts';

/** Changes the user's name, in the marketplace and at the identity provider. */
export function NameForm({ user: { displayName } }: { user: IdentityUser }) {
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: { name: displayName ?? '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting, isDirty } = formState;
  const save = async (values: { name: string }) => {
    const name = tidyName(values.name);
    const result = await call(updateProfile, { body: { name } });
    if (!result.ok) return toast.error(result.error.message);
    try {
      await (await loadIdentity()).updateProfile({ displayName: name });
      reset({ name });
      toast.success('Your name is saved');
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex max-w-md items-start gap-3">
      <TextField
        label="Your name"
        autoComplete="name"
        required
        maxLength={80}
        className="flex-1"
        error={errors.name?.message}
        {...register('name', { validate: validateName })}
      />
      <Button
        type="submit"
        variant="outline"
        className="mt-7"
        aria-disabled={!isDirty}
        pending={isSubmitting}
      >
        Save
      </Button>
    </form>
  );
}
