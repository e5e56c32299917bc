import Type from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Email, Inserted, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { staffRoles } from './staff.ts';

/** Errors of accounts, part of the error catalogue. */
export const accountErrors = {
  'account.not-owner': { status: 403, title: 'This belongs to somebody else' },
  'account.email-taken': { status: 409, title: 'Another account has this e-mail address' },
  'account.money-open': { status: 409, title: 'Money is still open on this account' },
  'user.not-found': { status: 404, title: 'There is no such user' },
  'user.is-admin': { status: 409, title: 'An admin cannot be deleted' },
  'seller.not-found': { status: 404, title: 'There is no such seller' },
} as const satisfies ErrorDefinitions;

/** The roles offered at sign-up. Only the operator can grant the admin role. */
export const signUpRoles = ['buyer', 'seller'] as const;
export type SignUpRole = (typeof signUpRoles)[number];
export const roles = [...signUpRoles, 'admin'] as const;
export type Role = (typeof roles)[number];

const byEmail = Type.Object({ email: Email });

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/jwt',
  summary: 'Exchange an ID token for a marketplace token',
  access: 'id-token',
  accessRule: "the e-mail is the ID token's",
  body: Type.Object({ email: Email }),
  response: Type.Object({ token: Type.String() }),
  errors: ['account.not-owner', 'account.removed'],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create the user record at sign-up',
  access: 'id-token',
  accessRule: "the e-mail is the ID token's; repeated requests change nothing",
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80 }),
    email: Email,
    varified: Type.Optional(
      Type.Boolean({ description: 'Ignored: only an admin can verify a seller' }),
    ),
    role: Type.Optional(Type.Enum(signUpRoles, { default: 'buyer' })),
  }),
  response: Inserted,
  errors: ['account.not-owner', 'account.removed', 'account.email-taken', 'validation.failed'],
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/account/profile',
  summary: 'Change the own name',
  access: 'user',
  notSuspended: true,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }) }),
  response: Modified,
  errors: ['validation.failed'],
});

export const becomeSeller = endpoint({
  method: 'POST',
  path: '/api/account/seller',
  summary: 'Turn the own buyer account into a seller account',
  access: 'user',
  accessRule: 'not for admins and staff; repeated requests change nothing',
  notSuspended: true,
  audit: 'role.changed',
  response: Modified,
  errors: ['role.forbidden'],
});

export const getAdminFlag = endpoint({
  method: 'GET',
  path: '/users/admin/:email',
  summary: 'Whether a user is an admin',
  access: 'session',
  accessRule: 'that user, or an admin',
  params: byEmail,
  response: Type.Object({ isAdmin: Type.Boolean() }),
  errors: ['account.not-owner'],
});

export const getSellerFlag = endpoint({
  method: 'GET',
  path: '/users/sellers/:email',
  summary: 'Whether a user is a seller',
  access: 'session',
  accessRule: 'that user, or an admin',
  params: byEmail,
  response: Type.Object({ isSeller: Type.Boolean() }),
  errors: ['account.not-owner'],
});

export const getStaffRole = endpoint({
  method: 'GET',
  path: '/api/account/staff-role',
  summary: "The caller's role as staff; null for users and admins",
  access: 'session',
  response: Type.Object({ staffRole: orNull(Type.Enum(staffRoles)) }),
  errors: [],
});
