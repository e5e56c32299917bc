import { expect, test } from 'vitest';
import { createChangeTracker } from './changed-scopes.ts';

test('a scope has changed since the revisions before its change', () => {
  const tracker = createChangeTracker();
  const before = tracker.revision;
  tracker.add([['product:1', 'listed'], ['product:2']]);
  const after = tracker.revision;
  expect(tracker.hasChanged(['product:3', 'product:2'], before)).toBe(true);
  expect(tracker.hasChanged(['product:2'], after)).toBe(false);
  expect(tracker.hasChanged(['product:3'], before)).toBe(false);
  expect(tracker.hasChanged([], before)).toBe(false);
  tracker.add([]);
  expect(tracker.revision).toBe(after);
});

test('what depends on unknown data changes with every change, and a change of unknown data changes everything', () => {
  const tracker = createChangeTracker();
  const before = tracker.revision;
  tracker.add([['product:1']]);
  expect(tracker.hasChanged(undefined, before)).toBe(true);
  expect(tracker.hasChanged(undefined, tracker.revision)).toBe(false);
  const between = tracker.revision;
  tracker.add([['product:1'], null]);
  expect(tracker.hasChanged(['product:9'], between)).toBe(true);
  expect(tracker.hasChanged([], between)).toBe(true);
  expect(tracker.hasChanged(['product:1'], tracker.revision)).toBe(false);
});

test('scopes beyond the maximum count as changed, the oldest first', () => {
  const tracker = createChangeTracker(2);
  const revisions = ['1', '2', '3'].map((id) => {
    tracker.add([[`product:${id}`]]);
    return tracker.revision;
  });
  const [first = 0, second = 0] = revisions;
  // The first change is forgotten.
  expect(tracker.hasChanged(['product:1'], first - 1)).toBe(true);
  expect(tracker.hasChanged(['product:1'], first)).toBe(false);
  expect(tracker.hasChanged(['product:3'], second)).toBe(true);
  expect(tracker.hasChanged(['product:2'], second)).toBe(false);
});
