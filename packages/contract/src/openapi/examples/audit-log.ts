import type { EndpointExamples } from '../example.ts';
import { admin, seller } from './fixtures.ts';

export const auditLogExamples = {
  listAuditEntries: {
    tag: 'Moderation',
    description:
      'What admins did, what the operator did on the command line, and what happened to accounts, such as a new password: who, what, to whom, the values before and after, why, when, and from which network. Filters combine. `before` is the id of the last entry of a page, for the next one. Entries are append-only; names are the present ones.',
    query: { action: 'seller.verified', q: seller.email, from: '2026-11-01', to: '2026-12-31' },
    response: {
      entries: [
        {
          _id: 1,
          at: '2026-11-22T14:00:00.000Z',
          action: 'seller.verified',
          actor: { role: 'admin', _id: admin._id, name: 'Ada Admin' },
          target: { type: 'user', _id: seller._id, name: seller.name },
          changes: [{ field: 'verified', before: 'no', after: 'yes' }],
          reason: null,
          network: '203.0.113.0/24',
        },
      ],
      hasMore: false,
    },
    errors: {
      'validation.failed': { detail: 'The period ends before it begins', field: 'query.to' },
    },
  },
  getAuditSeal: {
    tag: 'Moderation',
    description:
      'A job seals new entries into a chain of blocks, each with the hash of the one before, as it does with the ledger.',
    response: { blocks: 0, hash: null, sealedAt: null, unsealed: 0, verification: null },
  },
  requestAuditVerification: {
    tag: 'Moderation',
    description:
      'A job recomputes the hash of every entry and block. `GET /api/audit-log/seal` has its progress and findings.',
    response: {
      requestedAt: '2026-11-22T14:00:00.000Z',
      finishedAt: null,
      checked: 0,
      total: 0,
      findings: [],
    },
  },
  listAccountActivity: {
    tag: 'Accounts',
    description:
      'Sign-ins on new devices, changed credentials, and what an admin changed. `before` is the id of the last event of a page, for the next one.',
    query: {},
    response: {
      events: [
        {
          _id: 1,
          at: '2026-11-22T14:00:00.000Z',
          action: 'sign-in.new-device',
          by: 'you',
          changes: [{ field: 'device', before: null, after: 'Firefox on Windows' }],
          network: '203.0.113.0/24',
        },
      ],
      hasMore: false,
    },
  },
  exportAuditLog: {
    tag: 'Moderation',
    description:
      'A CSV file of the entries of the period, oldest first. Both days, in UTC, belong to it. Users are ids, not names. The export is in the log itself.',
    query: { from: '2026-01-01', to: '2026-01-31' },
    response: 'id,time,action,role,actor,target type,target,changes,reason,network\r\n',
    errors: {
      'validation.failed': { detail: 'The period ends before it begins', field: 'query.to' },
    },
  },
} as const satisfies EndpointExamples<
  | 'listAuditEntries'
  | 'getAuditSeal'
  | 'requestAuditVerification'
  | 'exportAuditLog'
  | 'listAccountActivity'
>;
