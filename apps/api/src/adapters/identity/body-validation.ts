import {
  fieldMessages,
  isPlainLine,
  isVisibleText,
  normalizeEmail,
  unsafeInLine,
  validateEmail,
  validatePassword,
} from '@redial/contract';

const nameMaxLength = 80;
const imageMaxLength = 2048;
const passkeyNameMaxLength = 60;

/** A parsed request body: any JSON object. */
type Body = Readonly<Record<string, unknown>>;

/** A value is invalid. Becomes a 422 response with this code and message. */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const parseSignUp = (body: Body) => ({
  name: parseName(body.name),
  email: parseEmail(body.email),
  password: parseNewPassword(body.password),
});

export const parseSignIn = (body: Body) => ({
  email: parseEmail(body.email),
  password: toText(body.password),
});

/** @param publicUrl of Redial, whose own images may be photos; others need https. */
export const parseUserUpdate = (body: Body, publicUrl: string) => ({
  ...(body.name === undefined ? {} : { name: parseName(body.name) }),
  ...(body.image === undefined ? {} : { image: parseImageUrl(body.image, publicUrl) }),
});

export const parseResetRequest = (body: Body) => ({ email: parseEmail(body.email) });

export const parseEmailChange = (body: Body) => ({ newEmail: parseEmail(body.newEmail) });

export const parseReset = (body: Body) => ({
  token: toText(body.token),
  newPassword: parseNewPassword(body.newPassword),
});

export const parsePasswordChange = (body: Body) => ({
  currentPassword: toText(body.currentPassword),
  newPassword: parseNewPassword(body.newPassword),
});

/** A code of an authenticator app, or a recovery code, as somebody typed it: apps show `123 456`. */
export const parseSecondFactor = (body: Body) => ({
  code: toText(body.code).slice(0, 100).replaceAll(/[\s-]/g, ''),
});

export const parseSessionChoice = (body: Body) => ({ id: toText(body.id) });

/** The result of a WebAuthn ceremony; Better Auth checks its contents. */
export function parseCredential(body: Body): { id: string; response: object } {
  const { response } = body;
  const id = toText((response as { id?: unknown } | null | undefined)?.id);
  if (typeof response !== 'object' || response === null || !/^[\w-]{1,1400}$/.test(id)) {
    throw new InvalidBody('VALIDATION_ERROR', 'The request is malformed');
  }
  return { id, response };
}

export function parsePasskeyName(body: Body): { name: string } {
  const name = toText(body.name).trim();
  const isShort = [...name].length <= passkeyNameMaxLength;
  if (!isVisibleText(name) || !isShort || unsafeInLine.test(name)) {
    const message = `Please give a name of 1 to ${passkeyNameMaxLength} characters`;
    throw new InvalidBody('INVALID_NAME', message);
  }
  return { name };
}

/** The id of a client's device; clients may have none. */
export function parseDeviceId(value: unknown): string | undefined {
  return /^[\w-]{16,64}$/.test(toText(value)) ? toText(value) : undefined;
}

export const parseVerification = (body: Body) => ({ token: toText(body.token) });

export const parseEmptyBody = () => ({});

/**
 * Parses a JSON object. An empty body becomes an empty object, so that validation reports what is
 * missing.
 */
export function parseJsonObject(text: unknown): Body {
  try {
    const value: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : {};
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    throw new InvalidBody('VALIDATION_ERROR', 'The request is malformed');
  }
}

/**
 * Normalizes a name from an identity provider: characters that a line must not contain and stacked marks
 * removed, cut to the maximum length, with the e-mail address's local part as fallback.
 */
export function normalizeProviderName(name: unknown, email: string): string {
  const given = toText(name)
    .replaceAll(new RegExp(unsafeInLine, 'gu'), ' ')
    .replaceAll(/(?:\p{M}\p{Cf}*){9,}/gu, '')
    .trim();
  return [...(isVisibleText(given) ? given : (email.split('@')[0] ?? ''))]
    .slice(0, nameMaxLength)
    .join('');
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseEmail(value: unknown): string {
  const email = normalizeEmail(toText(value));
  if (email === undefined || validateEmail(email)) {
    throw new InvalidBody('INVALID_EMAIL', fieldMessages.email);
  }
  return email;
}

function parseNewPassword(value: unknown): string {
  const password = toText(value);
  const problem = validatePassword(password);
  if (problem) throw new InvalidBody('INVALID_PASSWORD_RULE', problem);
  return password;
}

function parseName(value: unknown): string {
  const name = toText(value).trim();
  if (!isPlainLine(name) || [...name].length > nameMaxLength) {
    throw new InvalidBody('INVALID_NAME', `Please give a name of 1 to ${nameMaxLength} characters`);
  }
  return name;
}

function parseImageUrl(value: unknown, publicUrl: string): string | null {
  if (value === null || value === '') return null;
  const image = toText(value);
  const isSafe =
    URL.parse(image)?.protocol === 'https:' || image.startsWith(`${publicUrl}/images/`);
  if (image.length > imageMaxLength || !isSafe) {
    throw new InvalidBody('INVALID_IMAGE', 'The photo must be an https address');
  }
  return image;
}
