import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

/** The word of the examples, which is in the description of their product. */
const wordId = '0199f2c0-1a00-7000-8000-0000000000e1';
const word = { list: 'other', phrase: 'adapter', weight: 15, holds: false } as const;
const params = { id: wordId };
const { list, weight, holds } = word;

export const wordListExamples = {
  listWords: {
    tag: 'Moderation',
    description:
      'The words and phrases of all lists, each with what it does and how many listings had it.',
    response: [{ _id: wordId, ...word, catches: 1, changedAt: '2026-11-21T09:00:00.000Z' }],
  },
  addWord: {
    tag: 'Moderation',
    description:
      'Adds a word or phrase. It is found as whole words, whatever case, accents, signs between letters, or digits for letters. New and changed listings are compared at once, the others within a day.',
    body: { list, phrase: 'Collector', weight, holds },
    response: { acknowledged: true, insertedId: wordId },
    errors: {
      'validation.failed': { detail: 'Give at least 3 letters or digits', field: 'body.phrase' },
    },
  },
  changeWord: {
    tag: 'Moderation',
    description: 'Changes the list of a word, or what it does.',
    params,
    body: { list, weight: 30, holds: true },
    response: { acknowledged: true, modifiedCount: 1 },
  },
  removeWord: {
    tag: 'Moderation',
    description: 'Removes a word. The log of what it has caught stays.',
    params,
    response: { acknowledged: true, deletedCount: 1 },
  },
  tryWords: {
    tag: 'Moderation',
    description: 'Says what the lists find in a text, and what that adds to a risk score.',
    query: { text: 'With an 4 d a p t e r' },
    response: { matches: [{ ...word, found: '4 d a p t e r' }], weight, holds },
  },
  listWordCatches: {
    tag: 'Moderation',
    description: 'The log of what the lists have found in listings.',
    query: {},
    response: {
      catches: [
        {
          _id: 1,
          phrase: word.phrase,
          list,
          productId: product._id,
          productName: product.name,
          field: 'description',
          found: 'Adapter',
          at: '2026-11-21T09:00:00.000Z',
        },
      ],
      nextBefore: null,
    },
  },
} as const satisfies EndpointExamples<
  'listWords' | 'addWord' | 'changeWord' | 'removeWord' | 'tryWords' | 'listWordCatches'
>;
