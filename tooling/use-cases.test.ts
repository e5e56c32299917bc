import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../apps/api/src/features');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /routes\.ts$/.test(file),
);

test.each(files)('%s calls use cases with (deps, actor, input)', (file) => {
  expect(wrongCalls(readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
});

test('most routes call a use case', () => {
  const calls = files.flatMap((file) => useCaseCalls(readFileSync(path.join(root, file), 'utf8')));
  expect(calls.length).toBeGreaterThan(20);
});

test.each<[string, string[]]>([
  ['placeOrder(deps, actor, body)', []],
  ['placeOrder({ ...deps, limiter }, context.actor, body)', []],
  ["placeOrder(deps, 'card provider', { id })", []],
  ['placeOrder(deps, undefined, { id })', []],
  ['placeOrder(deps)', []],
  ['placeOrder(deps.db, id)', []],
  ['placeOrder(deps, body, actor)', ['placeOrder(deps, body']],
  ['placeOrder(\n  deps,\n  params.id,\n)', ['placeOrder(deps, params.id']],
  ['elsewhere(deps, context)', []],
])('in %j it finds %j', (call, expected) => {
  expect(wrongCalls(`import { placeOrder } from './place-order.ts';\n${call};`)).toEqual(expected);
});

/** The calls of functions from other files of the feature whose first argument is `deps`. */
function useCaseCalls(source: string): { name: string; actor: string | undefined }[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '\.\/[\w-]+\.ts'/g)];
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  const call = /\b(?<name>\w+)\(\s*(?:deps|\{ \.\.\.deps[^}]*\})\s*(?:\)|,\s*(?<actor>[^,()]*))/g;
  return [...source.matchAll(call)]
    .map(({ groups }) => ({ name: groups?.name ?? '', actor: groups?.actor?.trim() || undefined }))
    .filter(({ name }) => names.includes(name));
}

/** Calls whose second argument is not an actor: the user, the claims, nobody, or a system actor. */
const wrongCalls = (source: string): string[] =>
  useCaseCalls(source)
    .filter(({ actor = 'actor' }) => !/^((context\.)?actor|undefined|'[\w ]+')$/.test(actor))
    .map(({ name, actor }) => `${name}(deps, ${actor}`);
