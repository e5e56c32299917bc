import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, Inserted, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of word lists, part of the error catalogue. */
export const wordListErrors = {
  'word.not-found': { status: 404, title: 'There is no such word or phrase' },
  'word.exists': { status: 409, title: 'This word or phrase is listed already' },
} as const satisfies ErrorDefinitions;

/** The lists, each with what belongs to it. */
export const wordLists = ['payment', 'origin', 'counterfeit', 'not-a-phone', 'other'] as const;
export type WordList = (typeof wordLists)[number];

/** What the lists are called. */
export const wordListLabels: Readonly<Record<WordList, string>> = {
  payment: 'Payment outside of Redial',
  origin: 'Stolen or found phones',
  counterfeit: 'Copies of phones',
  'not-a-phone': 'Not a phone',
  other: 'Others',
};

/** The texts of a listing in which words are looked for. */
export const wordListFields = ['name', 'description', 'location'] as const;
export type WordListField = (typeof wordListFields)[number];

export const wordListLimits = {
  /** Length of a phrase in characters. */
  phrase: 80,
  /** What a phrase adds to the risk score at most. */
  weight: 60,
  /** Phrases of all lists. */
  entries: 1000,
  /** Length of a text that is tried out. */
  text: 1000,
  /** Catches of a page. */
  catches: 50,
} as const;

const Phrase = Type.String({
  minLength: 1,
  maxLength: wordListLimits.phrase,
  description:
    'Found as whole words, whatever case, accents, signs between letters, or digits for letters',
});
const effect = {
  weight: Type.Integer({
    minimum: 1,
    maximum: wordListLimits.weight,
    description: 'What it adds to the risk score of a listing',
  }),
  holds: Type.Boolean({ description: 'Whether it holds a listing for review, whatever its score' }),
};

const NewWord = Type.Object({ list: Type.Enum(wordLists), phrase: Phrase, ...effect });
export type NewWord = Static<typeof NewWord>;

/** A word or phrase of a list. */
export const ListedWord = Type.Object({
  _id: Id,
  ...NewWord.properties,
  catches: Type.Integer({ minimum: 0, description: 'Listings in whose texts it was found' }),
  changedAt: DateTime,
});
export type ListedWord = Static<typeof ListedWord>;

/** Where a word was found in a listing. */
export const WordCatch = Type.Object({
  _id: Type.Integer(),
  phrase: Type.String(),
  list: Type.Enum(wordLists),
  productId: Id,
  productName: Type.String(),
  field: Type.Enum(wordListFields),
  found: Type.String({ description: 'As it was written' }),
  at: DateTime,
});
export type WordCatch = Static<typeof WordCatch>;

export const listWords = endpoint({
  method: 'GET',
  path: '/api/word-lists',
  summary: 'The words and phrases that are looked for in listings, by list',
  access: 'admin',
  staff: ['moderator'],
  response: Type.Array(ListedWord),
  errors: [],
});

export const addWord = endpoint({
  method: 'POST',
  path: '/api/word-lists',
  summary: 'Add a word or phrase to a list',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'word.added',
  body: NewWord,
  response: Inserted,
  errors: ['word.exists', 'validation.failed'],
});

const params = Type.Object({ id: Id });

export const changeWord = endpoint({
  method: 'PUT',
  path: '/api/word-lists/:id',
  summary: 'Change the list or the effect of a word or phrase',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'word.changed',
  params,
  body: Type.Object({ list: Type.Enum(wordLists), ...effect }),
  response: Modified,
  errors: ['word.not-found'],
});

export const removeWord = endpoint({
  method: 'DELETE',
  path: '/api/word-lists/:id',
  summary: 'Remove a word or phrase; what it has caught stays in the log',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'word.removed',
  params,
  response: Deleted,
  errors: ['word.not-found'],
});

export const tryWords = endpoint({
  method: 'GET',
  path: '/api/word-lists/matches',
  summary: 'What the lists find in a text; nothing is stored',
  access: 'admin',
  staff: ['moderator'],
  query: Type.Object({ text: Type.String({ maxLength: wordListLimits.text }) }),
  response: Type.Object({
    matches: Type.Array(
      Type.Object({
        ...NewWord.properties,
        found: Type.String({ description: 'As it was written' }),
      }),
    ),
    weight: Type.Integer({ minimum: 0, description: 'What they add to the risk score' }),
    holds: Type.Boolean(),
  }),
  errors: [],
});

export const listWordCatches = endpoint({
  method: 'GET',
  path: '/api/word-lists/catches',
  summary: `What the lists have found in listings, newest first, ${wordListLimits.catches} at a time`,
  access: 'admin',
  staff: ['moderator'],
  query: Type.Object({
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only older ones',
      }),
    ),
    list: Type.Optional(Type.Enum(wordLists)),
    q: Type.Optional(
      Type.String({ maxLength: wordListLimits.phrase, description: 'A part of the listed phrase' }),
    ),
  }),
  response: Type.Object({
    catches: Type.Array(WordCatch),
    nextBefore: orNull(Type.Integer({ description: '`before` of the next page' })),
  }),
  errors: [],
});
