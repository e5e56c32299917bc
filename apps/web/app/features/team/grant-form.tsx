import { grantStaffRole, type StaffRole, staffRoles } from '@redial/contract';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { call } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { roleLabels } from './role-labels.ts';

interface Values {
  readonly email: string;
  readonly role: StaffRole;
}

/** Grants a staff role to somebody who has signed up. */
export function GrantForm() {
  const { revalidate } = useRevalidator();
  const { register, handleSubmit, setError, resetField, formState } = useForm<Values>({
    defaultValues: { email: '', role: 'moderator' },
  });
  const { errors, isSubmitting } = formState;
  const submit = async ({ email, role }: Values) => {
    const result = await call(grantStaffRole, { body: { email: email.trim(), role } });
    if (!result.ok) return setError('email', { message: result.error.message });
    const has = `${email.trim()} has the role ${roleLabels[role]}`;
    toast.success(
      result.value.modifiedCount > 0 ? `${has}, and has to sign in again` : `${has} already`,
    );
    resetField('email');
    await revalidate();
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label="Grant a role"
      className="mb-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[2fr_1fr_auto]"
    >
      <TextField
        type="email"
        label="Email of a buyer account"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email', {
          validate: (email) => email.trim() !== '' || 'Whose account?',
        })}
      />
      <SelectField label="Role" {...register('role')}>
        {staffRoles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </SelectField>
      <Button
        type="submit"
        pending={isSubmitting}
        pendingLabel="Granting"
        className="mb-6 sm:mt-6.5"
      >
        Grant
      </Button>
    </form>
  );
}
