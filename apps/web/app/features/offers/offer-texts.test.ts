import type { Offer } from '@redial/contract';
import { expect, test } from 'vitest';
import { offerLabel, offerText, toNegotiations } from './offer-texts.ts';

const offer = (about: Partial<Offer>): Offer => ({
  _id: 'a',
  product: { _id: 'p', name: 'Phone', img: '/images/x', price: 345 },
  role: 'buyer',
  partner: 'Rana',
  madeBy: 'buyer',
  toFavourites: false,
  price: 280,
  state: 'open',
  answers: null,
  at: '2026-11-22T09:00:00.000Z',
  expiresAt: '2026-11-24T09:00:00.000Z',
  closedAt: null,
  order: null,
  reserved: false,
  ...about,
});

test('counter-offers are shown with what they answer, and other offers by themselves', () => {
  const offers = [
    offer({ _id: 'd' }),
    offer({ _id: 'c', answers: 'b' }),
    offer({ _id: 'b', answers: 'a', state: 'countered' }),
    offer({ _id: 'a', state: 'countered' }),
    offer({ _id: 'f', answers: 'deleted' }),
  ];
  const shown = toNegotiations(offers).map(({ offer: last, before }) => [
    last._id,
    before.map(({ _id }) => _id).join(' '),
  ]);
  expect(shown).toEqual([
    ['d', ''],
    ['c', 'b a'],
    ['f', ''],
  ]);
});

test('texts are from the point of view of the reader', () => {
  expect(offerText(offer({}))).toBe('You offered $280');
  expect(offerText(offer({ madeBy: 'seller', price: 330 }))).toBe('The seller offered $330');
  expect(offerText(offer({ role: 'seller' }))).toBe('The buyer offered $280');
  expect(offerLabel(offer({})).text).toBe('Waiting for an answer');
  expect(offerLabel(offer({ role: 'seller' })).text).toBe('Your turn');
  expect(offerLabel(offer({ role: 'seller', state: 'expired' })).text).toBe('Expired');
  expect(offerLabel(offer({ state: 'voided' })).text).toBe('No longer on offer');
  expect(offerLabel(offer({ role: 'seller', state: 'voided' })).text).toBe('Ended');
});
