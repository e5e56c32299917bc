/**
 * Roles of staff beside that of admins. Moderators decide about reports and held listings, and handle no
 * money. Support reads orders and disputes, and refunds up to `SUPPORT_REFUND_MAX`.
 */
export const staffRoles = ['moderator', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];
