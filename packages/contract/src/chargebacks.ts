import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of chargebacks, part of the error catalogue. */
export const chargebackErrors = {
  'chargeback.not-found': { status: 404, title: 'There is no such chargeback' },
  'chargeback.closed': { status: 409, title: 'The bank has decided, and takes no evidence' },
  'chargeback.evidence-given': { status: 409, title: 'The evidence was submitted already' },
} as const satisfies ErrorDefinitions;

/** Limits of evidence. Stripe takes 20,000 characters of text. */
export const evidenceLimits = { minLength: 40, maxLength: 10_000 } as const;

/** A dispute that a buyer opened at the bank. */
export const Chargeback = Type.Object({
  _id: Type.String({ description: 'The id at the card provider' }),
  orderId: Id,
  productName: Type.String(),
  amount: Dollars,
  state: Type.Enum(['open', 'won', 'lost']),
  reason: Type.String({ description: 'The reason that the bank gives, such as `fraudulent`' }),
  openedAt: DateTime,
  closedAt: orNull(DateTime),
  evidenceDueAt: orNull(DateTime),
  evidence: orNull(
    Type.Object({
      text: Type.String(),
      submittedAt: orNull(DateTime),
    }),
  ),
  draft: orNull(
    Type.String({
      description: 'What Redial knows of the order, as a draft; null if no evidence is needed',
    }),
  ),
});
export type Chargeback = Static<typeof Chargeback>;

export const listChargebacks = endpoint({
  method: 'GET',
  path: '/api/chargebacks',
  summary: 'Chargebacks, open ones first, then the last 50',
  access: 'admin',
  staff: [],
  response: Type.Object({ chargebacks: Type.Array(Chargeback) }),
  errors: [],
});

export const submitChargebackEvidence = endpoint({
  method: 'POST',
  path: '/api/chargebacks/:id/evidence',
  summary: 'Submit evidence to the bank, once',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'chargeback.evidence-given',
  accessRule: 'a repeated request with the same text changes nothing',
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  body: Type.Object({
    text: Type.String({
      minLength: evidenceLimits.minLength,
      maxLength: evidenceLimits.maxLength,
    }),
  }),
  response: Modified,
  errors: ['chargeback.not-found', 'chargeback.closed', 'chargeback.evidence-given'],
});
