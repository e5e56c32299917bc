import type { Message } from '@redial/contract';
import { expect, test } from 'vitest';
import { findGap, mergeMessages } from './merge-messages.ts';

const message = (number: number, text = `Message ${number}`): Message => ({
  _id: `${number}`,
  number,
  by: 'buyer',
  own: false,
  clientId: null,
  text,
  photos: [],
  step: null,
  hidden: [],
  warnings: [],
  at: '2026-11-22T14:00:00.000Z',
});
const numbers = (messages: readonly Message[]) => messages.map((one) => one.number);

test('messages are in order and not doubled, whatever the order of arrival', () => {
  const merged = mergeMessages([message(1), message(4)], [message(4), message(2), message(3)]);
  expect(numbers(merged)).toEqual([1, 2, 3, 4]);
});

test('a text that changed replaces the earlier one', () => {
  expect(mergeMessages([message(1, '0171')], [message(1, '•••••')])[0]?.text).toBe('•••••');
});

test('a gap between the known messages and a newer page is found', () => {
  expect(findGap([message(1), message(2)], [message(4)])).toBe(2);
  expect(findGap([message(1), message(2)], [message(3)])).toBeUndefined();
  expect(findGap([message(1), message(2)], [message(2)])).toBeUndefined();
  expect(findGap([], [message(7)])).toBeUndefined();
  expect(findGap([message(2)], [])).toBeUndefined();
});
