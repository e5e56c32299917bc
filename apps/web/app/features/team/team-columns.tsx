import { revokeStaffRole, type TeamMember } from '@redial/contract';
import { href, Link } from 'react-router';
import { call } from '../../session/call.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { Column } from '../../ui/table.tsx';
import { roleLabels } from './role-labels.ts';

/** Columns of the team. */
export const teamColumns: readonly Column<TeamMember>[] = [
  {
    label: 'Name',
    kind: 'heading',
    cell: ({ _id, name }) => (
      <Link
        to={href('/dashboard/people/:id', { id: _id })}
        className="rounded-sm underline-offset-4 hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { label: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  {
    label: 'Role',
    cell: ({ role }) => (
      <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roleLabels[role]}</Badge>
    ),
  },
  { label: 'Change', kind: 'action', cell: (member) => <Revoke member={member} /> },
];

function Revoke({ member: { _id: id, name, role } }: { member: TeamMember }) {
  const { mutate } = useMutation();
  if (role === 'admin') {
    return <span className="text-ink-faint text-xs">On the command line</span>;
  }
  return (
    <ConfirmButton
      label="Take away"
      name={`Take away the role of ${name}`}
      title={`Take the role of ${name} away?`}
      action="Take away"
      pendingLabel="Taking away"
      cancel="Keep the role"
      onConfirm={() =>
        mutate(call(revokeStaffRole, { params: { id } }), `${name} has no role any more`)
      }
    >
      The account remains a buyer account. All its sessions end now.
    </ConfirmButton>
  );
}
