import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, Modified, orNull, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { passesLuhn } from './luhn.ts';
import { orderStates } from './orders.ts';

/** Errors of meetings, handover codes and device checks, part of the error catalogue. */
export const handoverErrors = {
  'meeting.not-found': { status: 404, title: 'There is no such meeting' },
  'meeting.own-proposal': { status: 403, title: 'Only the other party can accept your proposal' },
  'handover.locked': { status: 409, title: 'Too many wrong codes: try again later' },
  'device-check.locked': {
    status: 409,
    title: 'Three numbers did not match: the check is closed for this order',
  },
} as const satisfies ErrorDefinitions;

/** Rules of the handover codes. */
export const handoverRules = {
  codeLength: 6,
  /** Wrong codes of a party after which its attempts are locked. */
  maxWrongCodes: 5,
  /**
   * Minutes of the first lock; each further one is twice as long, up to a day. In the two weeks of a
   * handover that is fewer than a hundred attempts.
   */
  lockMinutes: 15,
  maxLockMinutes: 24 * 60,
  /** Hours after which a single entered code opens a dispute. */
  secondCodeHours: 24,
  /** Hours after the meeting at which the link for a friend expires. */
  shareHours: 24,
  /** Numbers that do not match after which a device check is locked. */
  maxDeviceChecks: 3,
} as const;

/** Whether a check digit fits a handover code (Luhn algorithm): it finds each single wrong digit. */
export const fitsCheckDigit = (code: string, digit: number): boolean =>
  passesLuhn(`${code}${digit}`.padStart(12, '0'));

/** The steps of the inspection at a meeting. */
export const inspectionSteps = [
  {
    key: 'accounts',
    label: 'Signed out of all accounts',
    how: 'No Apple, Google, Samsung or Mi account is left in Settings.',
  },
  { key: 'imei', label: 'IMEI matches', how: 'Dial *#06# and compare it with the listing.' },
  { key: 'reset', label: 'Reset to factory settings', how: 'It starts with the welcome screen.' },
  {
    key: 'call',
    label: 'A call with your SIM works',
    how: 'Insert your SIM card and call somebody.',
  },
  { key: 'cameras', label: 'Cameras', how: 'Take a photo with each camera, front and back.' },
  { key: 'microphones', label: 'Microphones', how: 'Record a voice memo and a video.' },
  { key: 'speakers', label: 'Speakers', how: 'Play a sound; listen to a call at the ear.' },
  { key: 'buttons', label: 'Buttons', how: 'Volume, power, mute switch, fingerprint or face.' },
  { key: 'charging', label: 'Charging', how: 'Plug in a cable or a power bank.' },
  { key: 'screen', label: 'Screen', how: 'A white and a black picture; drag an icon across.' },
  { key: 'wireless', label: 'Wi-Fi and Bluetooth', how: 'Connect to a hotspot; look for devices.' },
  {
    key: 'condition',
    label: 'Condition as described',
    how: 'Compare it with the listing, all around.',
  },
] as const;

const Params = Type.Object({ id: Id });

const TimeZone = Type.String({
  maxLength: 64,
  description: 'In whose time the two meet, as in the IANA database, such as Europe/Berlin',
});

/** Whether the runtime knows a time zone: a name of the IANA database, or an offset such as `+05:30`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** A proposed or accepted meeting of buyer and seller. */
export const Meeting = Type.Object({
  _id: Id,
  by: Type.Enum(parties),
  place: Type.String(),
  at: DateTime,
  timeZone: orNull(TimeZone),
  state: Type.Enum(['proposed', 'accepted']),
});
export type Meeting = Static<typeof Meeting>;

/** The handover of an order, as one of its parties sees it. */
export const Handover = Type.Object({
  orderId: Id,
  viewer: Type.Enum(parties),
  state: Type.Enum(orderStates),
  productName: Type.String(),
  img: Type.String(),
  otherName: Type.String(),
  /** The meeting that both agreed on, and a newer proposal. */
  meeting: orNull(Meeting),
  proposal: orNull(Meeting),
  /** Whether a link for a friend exists. */
  shared: Type.Boolean(),
  /** The viewer's own code, which the other one types; null once the phone has changed hands. */
  code: orNull(Type.String()),
  /**
   * With which the page finds typing errors in the other one's code while it is offline; only on
   * request. No more than a check digit: a hash of six digits would give the code away.
   */
  verifier: orNull(
    Type.Object({
      checkDigit: Type.Integer({
        minimum: 0,
        maximum: 9,
        description: 'Appended to the code, it passes the Luhn algorithm',
      }),
    }),
  ),
  /** Whether the viewer and the other one have entered a code. */
  confirmed: Type.Object({ own: Type.Boolean(), other: Type.Boolean() }),
  lockedUntil: orNull(DateTime),
  /** When a single code opens a dispute. */
  secondCodeDueAt: orNull(DateTime),
  deviceCheck: Type.Object({
    /** Whether the listing has an IMEI to compare with. */
    available: Type.Boolean(),
    matched: Type.Boolean(),
    triesLeft: Type.Integer(),
  }),
});
export type Handover = Static<typeof Handover>;

export const getHandover = endpoint({
  method: 'GET',
  path: '/api/orders/:id/handover',
  summary: 'Meeting, handover codes and device check of an order',
  access: 'user',
  accessRule: 'the buyer or the seller of a paid order',
  params: Params,
  query: Type.Object({
    verifier: Type.Optional(
      Type.Boolean({
        description: 'Include what finds typing errors in a code without a connection',
      }),
    ),
  }),
  response: Handover,
  errors: ['order.not-found'],
});

export const proposeMeeting = endpoint({
  method: 'POST',
  path: '/api/orders/:id/meeting',
  summary: 'Propose place and time of a meeting; replaces an earlier proposal',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: Params,
  body: Type.Object({
    place: Type.String({ minLength: 1, maxLength: 200 }),
    at: Type.String({ format: 'date-time' }),
    timeZone: Type.Optional(TimeZone),
  }),
  response: Inserted,
  errors: ['order.not-found', 'order.invalid-status', 'validation.failed'],
});

export const acceptMeeting = endpoint({
  method: 'POST',
  path: '/api/orders/:id/meeting/acceptance',
  summary: 'Accept a proposed meeting',
  access: 'user',
  accessRule: 'the party that did not propose it',
  params: Params,
  body: Type.Object({ meetingId: Id }),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'meeting.not-found', 'meeting.own-proposal'],
});

export const shareMeeting = endpoint({
  method: 'POST',
  path: '/api/orders/:id/meeting/share',
  summary: 'Create a link to the meeting for a friend; replaces an earlier link of the caller',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: Params,
  response: Type.Object({ token: Type.String(), expiresAt: DateTime }),
  errors: ['order.not-found', 'order.invalid-status', 'meeting.not-found'],
});

/** An agreed meeting as a friend of a party sees it: without contact data. */
export const SharedMeeting = Type.Object({
  productName: Type.String(),
  place: Type.String(),
  at: DateTime,
  timeZone: orNull(TimeZone),
  sharedBy: Type.String(),
  with: Type.String(),
  expiresAt: DateTime,
});
export type SharedMeeting = Static<typeof SharedMeeting>;

export const getSharedMeeting = endpoint({
  method: 'GET',
  path: '/api/meetings/:token',
  summary: 'An agreed meeting, by the link for a friend; expires 24 hours after the meeting',
  access: 'public',
  params: Type.Object({ token: Type.String({ minLength: 20, maxLength: 100 }) }),
  response: SharedMeeting,
  errors: ['meeting.not-found'],
});

export const confirmHandover = endpoint({
  method: 'POST',
  path: '/api/orders/:id/handover-confirmation',
  summary: "Enter the other one's handover code; the phone has changed hands with both codes",
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: Params,
  body: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }),
  response: Type.Object({
    /** Whether the code was right. */
    accepted: Type.Boolean(),
    /** Whether both codes are entered. */
    complete: Type.Boolean(),
    triesLeft: Type.Integer(),
  }),
  errors: ['order.not-found', 'order.invalid-status', 'handover.locked'],
});

export const withdrawHandoverConfirmation = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id/handover-confirmation',
  summary: 'Withdraw the own confirmation, until the other one has entered a code, too',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params: Params,
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status'],
});

export const checkDevice = endpoint({
  method: 'POST',
  path: '/api/orders/:id/device-check',
  summary: "Compare the IMEI that the phone shows with the listing's",
  access: 'user',
  accessRule: 'the buyer of the order',
  params: Params,
  body: Type.Object({ imei: Type.String({ minLength: 1, maxLength: 40 }) }),
  response: Type.Object({ match: Type.Boolean(), triesLeft: Type.Integer() }),
  errors: [
    'order.not-found',
    'order.invalid-status',
    'device.not-registered',
    'device-check.locked',
    'validation.failed',
  ],
});
