import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Email, Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { staffRoles } from './staff.ts';

/** Errors of staff roles, part of the error catalogue. */
export const teamErrors = {
  'team.email-unverified': {
    status: 409,
    title: 'The e-mail address is not verified: the user who signed up need not own it',
  },
  'team.not-buyer': {
    status: 409,
    title: 'Staff have a buyer account: sellers and admins have no staff role',
  },
} as const satisfies ErrorDefinitions;

export const TeamMember = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Type.Enum(['admin', ...staffRoles]),
});
export type TeamMember = Static<typeof TeamMember>;

export const listTeam = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'Admins and staff, by role and name',
  access: 'admin',
  staff: [],
  response: Type.Array(TeamMember),
  errors: [],
});

export const grantStaffRole = endpoint({
  method: 'POST',
  path: '/api/team',
  summary: 'Grant a staff role, or change it; the sessions of the person end',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'staff.granted',
  body: Type.Object({ email: Email, role: Type.Enum(staffRoles) }),
  response: Modified,
  errors: ['user.not-found', 'team.email-unverified', 'team.not-buyer'],
});

export const revokeStaffRole = endpoint({
  method: 'DELETE',
  path: '/api/team/:id',
  summary: 'Take a staff role away; the sessions of the person end',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'staff.revoked',
  params: Type.Object({ id: Id }),
  response: Deleted,
  errors: ['user.not-found'],
});
