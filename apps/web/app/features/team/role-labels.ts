import type { TeamMember } from '@redial/contract';

/** What the roles are called. */
export const roleLabels: Readonly<Record<TeamMember['role'], string>> = {
  admin: 'Admin',
  moderator: 'Moderator',
  support: 'Support',
};
