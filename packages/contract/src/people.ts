import Type, { type Static } from 'typebox';
import { roles } from './accounts.ts';
import { AuditEntry } from './audit-log.ts';
import { DateTime, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { payoutAccountStatuses } from './payouts.ts';
import { staffRoles } from './staff.ts';

/** The parts of a person's page that are lists, in the order of the page. */
export const personSectionNames = [
  'listings',
  'purchases',
  'sales',
  'disputes',
  'payouts',
  'reviews-received',
  'reviews-written',
  'reports-about',
  'reports-by',
  'decisions',
] as const;
export type PersonSectionName = (typeof personSectionNames)[number];

/** Newest entries of a section, and of the audit log, on a person's page. */
export const personEntriesListed = 20;

const PersonEntry = Type.Object({
  _id: Id,
  title: Type.String(),
  state: Type.String({ description: 'The code of its state; of reviews, the number of stars' }),
  at: DateTime,
  amount: orNull(Type.Number(), { description: 'US dollars' }),
  risk: orNull(Type.Integer(), { description: 'The risk score of a listing' }),
});
export type PersonEntry = Static<typeof PersonEntry>;

export const PersonSection = Type.Object({
  name: Type.Enum(personSectionNames),
  total: Type.Integer({ minimum: 0 }),
  entries: Type.Array(PersonEntry, { maxItems: personEntriesListed }),
});
export type PersonSection = Static<typeof PersonSection>;

/** Everything about a person, as far as the role of who asks reaches. */
export const PersonDetails = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  role: Type.Enum(roles),
  staffRole: orNull(Type.Enum(staffRoles)),
  varified: Type.Boolean(),
  suspended: Type.Boolean(),
  signedUpAt: DateTime,
  deletedAt: orNull(DateTime),
  /** For admins alone; null also if the identity provider does not say. */
  signIn: orNull(
    Type.Object({
      methods: Type.Array(Type.String()),
      twoFactor: Type.Boolean(),
      passkeys: Type.Integer({ minimum: 0 }),
      sessions: Type.Array(
        Type.Object({
          startedAt: DateTime,
          lastUsedAt: DateTime,
          device: Type.String({ description: 'Such as "Firefox on Windows"' }),
          network: orNull(Type.String(), { description: 'The /24 or /48 network of the last use' }),
        }),
      ),
    }),
  ),
  /** For admins alone. */
  money: orNull(
    Type.Object({
      balance: Type.Number({ description: 'US dollars; negative if the seller owes Redial' }),
      payoutAccount: orNull(Type.Enum(payoutAccountStatuses)),
      heldBy: orNull(Id, { description: 'The decision that holds the balance' }),
    }),
  ),
  sections: Type.Array(PersonSection),
  /** What was done to and by the person, newest first, for admins alone. */
  audit: orNull(Type.Array(AuditEntry, { maxItems: personEntriesListed })),
});
export type PersonDetails = Static<typeof PersonDetails>;

const params = Type.Object({ id: Id });

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/people/:id',
  summary: 'Everything about a person, also a deleted one, as far as the caller’s role reaches',
  access: 'admin',
  staff: ['moderator', 'support'],
  stepUp: true,
  audit: 'person.opened',
  accessRule: 'recorded once an hour for each reader and person',
  params,
  response: PersonDetails,
  errors: ['user.not-found'],
});

export const endPersonSessions = endpoint({
  method: 'POST',
  path: '/api/people/:id/sign-out',
  summary: 'End all sessions of a person',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'user.signed-out',
  params,
  response: Modified,
  errors: ['user.not-found'],
});

/** What a search of admins finds, in the order of the page. */
export const hitKinds = [
  'person',
  'listing',
  'device',
  'order',
  'dispute',
  'payment',
  'refund',
  'payout',
  'chargeback',
] as const;
export type HitKind = (typeof hitKinds)[number];

export const findLimits = { minLength: 2, maxLength: 254, perKind: 10 } as const;

const Hit = Type.Object({
  kind: Type.Enum(hitKinds),
  _id: Type.String({ description: 'Of what was found' }),
  pageId: Type.String({
    description: 'Of what its page is about: the order of a payment, the person of a payout',
  }),
  title: Type.String(),
  detail: Type.String(),
});
export type Hit = Static<typeof Hit>;

export const findAnything = endpoint({
  method: 'GET',
  path: '/api/find',
  summary: 'Find people, listings, orders and payments by an id, address, IMEI or name',
  access: 'admin',
  staff: ['moderator', 'support'],
  accessRule: 'moderators find no orders and no money; who searches by e-mail or IMEI is recorded',
  query: Type.Object({
    q: Type.String({
      maxLength: findLimits.maxLength,
      description:
        'An id, at least its first eight digits, an id of the card provider, an e-mail address, an IMEI, or a part of a name',
    }),
  }),
  response: Type.Object({
    hits: Type.Array(Hit),
    exact: Type.Boolean({ description: 'Whether they were found by an id, address or IMEI' }),
  }),
  errors: [],
});
