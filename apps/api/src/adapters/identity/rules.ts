import { emailKey, emailProblem, fieldMessages, passwordProblem } from '@redial/contract';

const nameMaxLength = 80;
const imageMaxLength = 2048;

/** A call's body as it arrived: any JSON object. */
type Body = Readonly<Record<string, unknown>>;

/** A value is against a rule; answered as 422 with this code and sentence. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const signUpBody = (body: Body) => ({
  name: nameOf(body.name),
  email: emailOf(body.email),
  password: newPasswordOf(body.password),
});

export const signInBody = (body: Body) => ({
  email: emailOf(body.email),
  password: textOf(body.password),
});

export const updateBody = (body: Body) => ({
  ...(body.name === undefined ? {} : { name: nameOf(body.name) }),
  ...(body.image === undefined ? {} : { image: imageOf(body.image) }),
});

export const requestResetBody = (body: Body) => ({ email: emailOf(body.email) });

export const resetBody = (body: Body) => ({
  token: textOf(body.token),
  newPassword: newPasswordOf(body.newPassword),
});

export const emptyBody = () => ({});

/** The name that a provider gives, cut to what the marketplace keeps; the address's part if none. */
export function providerName(name: unknown, email: string): string {
  const given = textOf(name).replaceAll(controls, ' ').trim();
  return [...(given || (email.split('@')[0] ?? ''))].slice(0, nameMaxLength).join('');
}

const controls = /\p{Cc}/gu;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function emailOf(value: unknown): string {
  const email = emailKey(textOf(value));
  if (email === undefined || emailProblem(email)) {
    throw new RuleBroken('INVALID_EMAIL', fieldMessages.email);
  }
  return email;
}

function newPasswordOf(value: unknown): string {
  const password = textOf(value);
  const problem = passwordProblem(password);
  if (problem) throw new RuleBroken('INVALID_PASSWORD_RULE', problem);
  return password;
}

function nameOf(value: unknown): string {
  const name = textOf(value).trim();
  if (name === '' || [...name].length > nameMaxLength || name.search(controls) !== -1) {
    throw new RuleBroken('INVALID_NAME', `Please give a name of 1 to ${nameMaxLength} characters`);
  }
  return name;
}

function imageOf(value: unknown): string | null {
  if (value === null || value === '') return null;
  const image = textOf(value);
  if (image.length > imageMaxLength || URL.parse(image)?.protocol !== 'https:') {
    throw new RuleBroken('INVALID_IMAGE', 'The photo must be an https address');
  }
  return image;
}
