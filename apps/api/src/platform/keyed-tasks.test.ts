import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedTasks } from './keyed-tasks.ts';

/** Tasks that a test ends. */
function createTasks(max: number) {
  const tasks = createKeyedTasks(max);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  return {
    tasks,
    started,
    start: (key: string, name: string) =>
      tasks.start(key, () => {
        started.push(name);
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        return end.promise;
      }),
    end: async (name: string, error?: Error) => {
      if (error) ends.get(name)?.reject(error);
      else ends.get(name)?.resolve();
      await nextTick();
    },
  };
}

test('tasks of different keys run beside each other, as many as are allowed', async () => {
  const { start, started, end, tasks } = createTasks(2);
  await start('a', 'first');
  await start('b', 'second');
  const third = start('c', 'third');
  await nextTick();
  expect(started).toEqual(['first', 'second']);
  await end('second');
  await third;
  expect(started).toEqual(['first', 'second', 'third']);
  await end('first');
  await end('third');
  await tasks.settle();
});

test('tasks of one key run in turn', async () => {
  const { start, started, end, tasks } = createTasks(4);
  await start('a', 'first');
  const second = start('a', 'second');
  await nextTick();
  expect(started).toEqual(['first']);
  await end('first');
  await second;
  expect(started).toEqual(['first', 'second']);
  await end('second');
  await tasks.settle();
});

test('after a failure no task is started, and the others are waited for', async () => {
  const { start, started, end, tasks } = createTasks(2);
  await start('a', 'first');
  await start('b', 'second');
  await end('first', new Error('failed'));
  await expect(start('c', 'third')).rejects.toThrow('failed');
  expect(started).toEqual(['first', 'second']);
  let settled = false;
  const settling = tasks.settle().finally(() => {
    settled = true;
  });
  settling.catch(() => undefined);
  await nextTick();
  expect(settled).toBe(false);
  await end('second');
  await expect(settling).rejects.toThrow('failed');
});
