import { isIP } from 'node:net';
import Type from 'typebox';

/** How a setting is documented. */
export interface Documentation {
  readonly description: string;
  /** The value if the setting is not set. */
  readonly default?: string;
  /** Shown in `.env.example` if there is no default. */
  readonly examples?: readonly string[];
}

/** Text that passes a check; the message completes the sentence "NAME …". */
export const text = (
  documentation: Documentation,
  check: (value: string) => boolean = () => true,
  message = '',
) => Type.Refine(Type.String({ ...documentation }), check, () => message);

/** One of several words. */
export const oneOf = <const Values extends string[]>(
  values: Values,
  documentation: Documentation & { readonly default?: Values[number] },
) => Type.Enum(values, { ...documentation });

/** An integer between two bounds, both inclusive. */
export const integer = (min: number, max: number, documentation: Documentation) =>
  Type.Codec(
    text(
      documentation,
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
  )
    .Decode(Number)
    .Encode(String);

/** A number with at most two decimals between two bounds, both inclusive. */
export const decimal = (min: number, max: number, documentation: Documentation) =>
  Type.Codec(
    text(
      documentation,
      (value) => /^\d+(\.\d{1,2})?$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a number from ${min} to ${max} with at most two decimals`,
    ),
  )
    .Decode(Number)
    .Encode(String);

export const positiveNumber = (documentation: Documentation) =>
  Type.Codec(
    text(
      documentation,
      (value) => Number.isFinite(Number(value)) && Number(value) > 0,
      'must be a number above 0',
    ),
  )
    .Decode(Number)
    .Encode(String);

/** `on` or `off`. */
export const flag = (documentation: Documentation) =>
  Type.Codec(Type.Enum(['on', 'off'], { ...documentation }))
    .Decode((value) => value === 'on')
    .Encode((value) => (value ? 'on' : 'off'));

/** A web origin, without a trailing slash after decoding. */
export const origin = (documentation: Documentation) =>
  Type.Codec(text(documentation, isOrigin, originMessage))
    .Decode(toOrigin)
    .Encode(String);

/** Web origins, separated by commas. */
export const origins = (documentation: Documentation) =>
  Type.Codec(text(documentation, (value) => split(value).every(isOrigin), originMessage))
    .Decode((value) => split(value).map(toOrigin))
    .Encode((value) => value.join(','));

/** IP addresses and networks, separated by commas. */
export const networks = (documentation: Documentation) =>
  Type.Codec(
    text(
      documentation,
      (value) => split(value).every(isNetwork),
      'must be IP addresses or networks such as 10.0.0.5, 10.1.0.0/16',
    ),
  )
    .Decode(split)
    .Encode((value) => value.join(','));

const split = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const originMessage = 'must be an origin such as https://redial.example, without a path';

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '';
  return Boolean(bare && ['http:', 'https:'].includes(url.protocol));
}

const toOrigin = (value: string): string => new URL(value).origin;

/** An IP address, or a network with a prefix length; never the whole address space. */
function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}
