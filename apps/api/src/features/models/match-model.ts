import type { Category } from '@redial/contract';

/** What a matcher needs to know about a model. */
export interface MatchableModel {
  readonly slug: string;
  readonly category: Category;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly storageGb: readonly number[];
  readonly colours: readonly string[];
}

/** What the name of a listing says. */
export interface ModelMatch {
  readonly slug: string;
  readonly storageGb?: number;
  readonly ramGb?: number;
  readonly colour?: string;
}

export type ModelMatcher = (name: string, category: Category) => ModelMatch | undefined;

/**
 * Creates a function that finds the model, the storage and the colour in the name of a listing:
 * `Galaxy S23U 512GB, phantom black` is a Galaxy S23 Ultra. The longest name or alias wins. A word
 * after it that distinguishes models (`Pro`, `FE`, `Lite`) means a model that the catalogue lacks.
 */
export function createModelMatcher(models: readonly MatchableModel[]): ModelMatcher {
  const byCategory = Map.groupBy(
    models.flatMap((model) => namesOf(model).map((name) => ({ model, ...name }))),
    ({ model }) => model.category,
  );
  return (name, category) => {
    const { words, sizes } = extractSizes(tokenize(name));
    const best = (byCategory.get(category) ?? [])
      .flatMap((candidate) => {
        const end = findName(words, candidate);
        return end === undefined ? [] : [{ ...candidate, end }];
      })
      .toSorted((a, b) => b.key.length - a.key.length)[0];
    if (!best) return undefined;
    const { model } = best;
    const rest = words.slice(best.end);
    if (isOtherModel(rest[0]) && !startsWithColour(model, rest)) return undefined;
    const storageGb = storageOf(model, sizes, rest);
    const ramGb = only(sizes.filter((size) => size < smallestStorage && size !== storageGb));
    const colour = colourOf(model, rest);
    return {
      slug: model.slug,
      ...(storageGb === undefined ? {} : { storageGb }),
      ...(ramGb === undefined ? {} : { ramGb }),
      ...(colour === undefined ? {} : { colour }),
    };
  };
}

/** Smaller sizes are memory. */
const smallestStorage = 32;
const gbPerTb = 1024;

/** Words of manufacturers and networks, which a name may have or lack. */
const optionalWords = new Set(['apple', 'samsung', 'galaxy', 'xiaomi', '5g']);

/** Words that distinguish one model from another. */
const distinguishing = new Set(
  'pro max plus ultra mini lite fe se e t edge air note 4g lte fold flip i s x c r a'.split(' '),
);

const isOtherModel = (word: string | undefined): boolean =>
  word !== undefined && distinguishing.has(word);

/** Some colours begin with a distinguishing word: the Lite Blue of a Xiaomi 13 Lite. */
const startsWithColour = ({ colours }: MatchableModel, words: readonly string[]): boolean =>
  colours.some((colour) => `${words.join(' ')} `.startsWith(`${tokenize(colour).join(' ')} `));

/** Lower-case words and numbers, in which `+` is `plus` and a grey is a gray. */
function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[a-z0-9])\+(?!\d)/g, ' plus ')
    .replace(/\(product\)\s*red|product red/g, 'red')
    .replace(/\bgrey\b/g, 'gray')
    // Memory and storage in one: 8/256 GB, 8+256GB.
    .replace(/\b(\d{1,2})\s*(?:gb)?\s*[/+]\s*(\d{2,4})\s*(gb|tb)?\b/g, ' $1gb $2$3 ');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !optionalWords.has(word));
}

/** Takes the sizes with a unit out of the words. */
function extractSizes(tokens: readonly string[]): { words: string[]; sizes: number[] } {
  const words: string[] = [];
  const sizes: number[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    const joined = /^(\d{1,4})(gb|tb|g|t)$/.exec(token);
    const unit = /^(gb|tb)$/.exec(tokens[at + 1] ?? '');
    if (joined && (joined[2]?.length === 2 || Number(joined[1]) >= smallestStorage)) {
      sizes.push(toGb(joined[1], joined[2]));
    } else if (/^\d{1,4}$/.test(token) && unit) {
      sizes.push(toGb(token, unit[1]));
      at += 1;
    } else if (!/^(gb|tb|ram|rom|storage)$/.test(token)) words.push(token);
  }
  return { words, sizes };
}

const toGb = (number: string | undefined, unit: string | undefined): number =>
  Number(number) * (unit?.startsWith('t') ? gbPerTb : 1);

interface ModelName {
  /** The words of the name, joined: users write `note20`, `note 20` and `S 23`. */
  readonly key: string;
  /** A bare number such as the 13 of an iPhone 13 is a name only where a listing begins with it. */
  readonly isBare: boolean;
}

function namesOf({ name, aliases }: MatchableModel): ModelName[] {
  return [name, ...aliases].map((text) => {
    const key = tokenize(text).join('');
    return { key, isBare: key.length < 5 || /^\d/.test(key) };
  });
}

/** The index after the first run of words that, joined, is the name. */
function findName(words: readonly string[], { key, isBare }: ModelName): number | undefined {
  const starts = isBare ? [0] : words.keys();
  for (const start of starts) {
    let joined = '';
    for (let end = start; end < words.length && joined.length < key.length; end++) {
      joined += words[end];
      if (joined === key) return end + 1;
    }
  }
  return undefined;
}

/** The one size that the model is sold with; also without a unit, as in `iPhone 13 128`. */
function storageOf(
  model: MatchableModel,
  sizes: readonly number[],
  rest: readonly string[],
): number | undefined {
  const withUnit = sizes.filter((size) => model.storageGb.includes(size));
  const withoutUnit = rest.map(Number).filter((size) => model.storageGb.includes(size));
  return only(withUnit) ?? (withUnit.length === 0 ? only(withoutUnit) : undefined);
}

/** The colour whose name occurs; else the only one that has one of the words. */
function colourOf({ colours }: MatchableModel, words: readonly string[]): string | undefined {
  const text = ` ${words.join(' ')} `;
  const named = colours
    .filter((colour) => text.includes(` ${tokenize(colour).join(' ')} `))
    .toSorted((a, b) => b.length - a.length);
  if (named[0] !== undefined) return named[0];
  const parts = colours.flatMap((colour) =>
    tokenize(colour).flatMap((word) => (words.includes(word) ? [{ colour, word }] : [])),
  );
  const distinct = parts.filter(
    ({ word }) => colours.filter((colour) => tokenize(colour).includes(word)).length === 1,
  );
  return only(distinct.map(({ colour }) => colour));
}

/** The value, if all are equal. */
function only<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}
