import {
  deleteUser,
  endPersonSessions,
  grantStaffRole,
  type PersonDetails,
  revokeStaffRole,
  type StaffRole,
  staffRoles,
  toastMessages,
  verifySeller,
} from '@redial/contract';
import type { ReactNode } from 'react';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';

const roleNames: Readonly<Record<StaffRole, string>> = {
  moderator: 'a moderator',
  support: 'support',
};

/**
 * What an admin does about a person; each needs a recent sign-in and is in the audit log. Nothing is done to
 * admins here, as elsewhere, but ending their sessions.
 *
 * @param children what other features do: decisions, and the release of a balance
 */
export function PersonActions({
  person,
  children,
}: {
  person: PersonDetails;
  children?: ReactNode;
}) {
  const { mutate, pending } = useMutation();
  const { _id: id, name, email, role, staffRole, varified, deletedAt } = person;
  if (deletedAt !== null) return null;
  const params = { id };
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-2">
      {role === 'seller' && !varified && (
        <Button
          variant="tonal"
          size="small"
          pending={pending}
          onClick={() =>
            mutate(call(verifySeller, { params: { email } }), toastMessages.sellerVerified(name))
          }
        >
          Verify
        </Button>
      )}
      {children}
      <ConfirmButton
        label="End sessions"
        name={`End sessions of ${name}`}
        title={`End all sessions of ${name}?`}
        action="End sessions"
        pendingLabel="Ending"
        confirmVariant="accent"
        onConfirm={() =>
          mutate(call(endPersonSessions, { params }), `${name} has to sign in again`)
        }
      >
        All devices are signed out at once. Who knows the password can sign in again.
      </ConfirmButton>
      {role === 'buyer' &&
        staffRoles
          .filter((each) => each !== staffRole)
          .map((each) => (
            <ConfirmButton
              key={each}
              label={`Make ${roleNames[each]}`}
              name={`Make ${roleNames[each]}: ${name}`}
              title={`Make ${name} ${roleNames[each]}?`}
              action="Grant"
              pendingLabel="Granting"
              confirmVariant="accent"
              onConfirm={() =>
                mutate(
                  call(grantStaffRole, { body: { email, role: each } }),
                  `${name} is ${roleNames[each]} now`,
                )
              }
            >
              The account remains a buyer account. All its sessions end now.
            </ConfirmButton>
          ))}
      {staffRole !== null && (
        <ConfirmButton
          label="Take the role away"
          name={`Take the role away from ${name}`}
          title={`Take the role of ${name} away?`}
          action="Take away"
          pendingLabel="Taking away"
          cancel="Keep the role"
          onConfirm={() =>
            mutate(call(revokeStaffRole, { params }), `${name} has no role any more`)
          }
        >
          The account remains a buyer account. All its sessions end now.
        </ConfirmButton>
      )}
      {role !== 'admin' && (
        <ConfirmButton
          label="Delete account"
          name={`Delete account of ${name}`}
          title={`Delete ${name}?`}
          action="Delete account"
          pendingLabel="Deleting"
          cancel="Keep the account"
          onConfirm={() => mutate(call(deleteUser, { params }), toastMessages.userDeleted(name))}
        >
          The account is closed for good: unsold phones leave the market, unpaid orders end, and
          paid ones that were not handed over are refunded.
        </ConfirmButton>
      )}
    </section>
  );
}
