/** What people pass on to deal outside Redial. */
const contactKinds = ['phone', 'email', 'link', 'handle', 'bank', 'imei'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** A part of a text that is contact data. */
export interface Finding {
  readonly kind: ContactKind;
  readonly start: number;
  readonly end: number;
}
