import { afterEach, expect, test, vi } from 'vitest';
import {
  clearViewedPhones,
  forgetViewedPhones,
  maxViewedPhones,
  parseViewedText,
  readViewedText,
  recordViewedPhone,
  subscribeToViewedPhones,
} from './viewed-phones.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const key = 'redial-recently-viewed';

/** A browser's storage in memory, with these contents. */
function provideStorage(text?: string, setItem?: () => never) {
  const items = new Map(text === undefined ? [] : [[key, text]]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: setItem ?? ((name: string, value: string) => items.set(name, value)),
    removeItem: (name: string) => items.delete(name),
  });
  return items;
}

const list = () => parseViewedText(readViewedText());

afterEach(() => vi.unstubAllGlobals());

test('the phone that was looked at last is first, each is listed once, and the oldest leave', () => {
  provideStorage();
  for (const n of [1, 2, 3, 1]) recordViewedPhone(id(n));
  expect(list()).toEqual([1, 3, 2].map(id));
  for (let n = 10; n < 20; n++) recordViewedPhone(id(n));
  expect(list()).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map(id));
  expect(list()).toHaveLength(maxViewedPhones);
});

test('phones that are gone leave the list, and an empty list leaves nothing behind', () => {
  const items = provideStorage([1, 2, 3].map(id).join());
  forgetViewedPhones([]);
  forgetViewedPhones([id(2), id(9)]);
  expect(list()).toEqual([1, 3].map(id));
  clearViewedPhones();
  expect(list()).toEqual([]);
  expect(items.size).toBe(0);
});

test('what is no list is replaced by one', () => {
  provideStorage(`{"a":1},${'x'.repeat(100_000)}`);
  expect(list()).toEqual([]);
  recordViewedPhone(id(1));
  expect(readViewedText()).toBe(id(1));
});

test('without storage, and when it is full, nothing is listed and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(list()).toEqual([]);
  recordViewedPhone(id(1));
  clearViewedPhones();
  expect(list()).toEqual([]);
  provideStorage(id(1), () => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  recordViewedPhone(id(2));
  expect(list()).toEqual([id(1)]);
});

test('changes are announced in this tab and from others', () => {
  provideStorage();
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const listener = vi.fn();
  const stop = subscribeToViewedPhones(listener);
  recordViewedPhone(id(1));
  expect(listener).toHaveBeenCalledTimes(1);
  target.dispatchEvent(new Event('storage'));
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  clearViewedPhones();
  target.dispatchEvent(new Event('storage'));
  expect(listener).toHaveBeenCalledTimes(2);
});
