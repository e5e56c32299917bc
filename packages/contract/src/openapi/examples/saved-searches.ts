import type { EndpointExamples } from '../example.ts';

const id = '018f6c1e-5a00-7000-8000-00000000000a';
const params = { id };
const unnamed = {
  'validation.failed': { detail: 'Please name this search', field: 'body.name' },
} as const;
const search = { q: 'iphone 13', maxPrice: 400, condition: 'good-or-better' } as const;

export const savedSearchExamples = {
  listSavedSearches: {
    tag: 'Saved searches',
    description: 'The saved searches with how much they have found, newest first.',
    response: [
      {
        _id: id,
        name: 'iPhone 13 up to $400',
        search,
        frequency: 'daily',
        paused: false,
        createdAt: '2026-11-22T09:00:00.000Z',
        found: 0,
        lastFoundAt: null,
      },
    ],
  },
  saveSearch: {
    tag: 'Saved searches',
    description:
      'Saves the text and the filters of a search. The user is notified of phones that are listed from now on, get cheaper or return, and match it. Typing errors are corrected as lists do, by the phones on offer now.',
    body: { name: 'iPhone 13 up to $400', search, frequency: 'daily' },
    response: { acknowledged: true, insertedId: id },
    errors: unnamed,
  },
  changeSavedSearch: {
    tag: 'Saved searches',
    description:
      'Changes what is named. With another search, what was found and not announced yet is dropped. A paused search finds nothing, and what it has missed is not made up for.',
    params,
    body: { paused: true },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: unnamed,
  },
  deleteSavedSearch: {
    tag: 'Saved searches',
    description: 'Deletes a saved search. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<
  'listSavedSearches' | 'saveSearch' | 'changeSavedSearch' | 'deleteSavedSearch'
>;
