import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { deleted, inserted, modified } from '../../platform/write-results.ts';
import { addWord } from './add-word.ts';
import { changeWord } from './change-word.ts';
import { listWordCatches } from './list-catches.ts';
import { listWords } from './list-words.ts';
import { removeWord } from './remove-word.ts';
import { tryWords } from './try-words.ts';

export function wordListRoutes(route: Route, deps: Deps): void {
  route(contract.listWords, () => listWords(deps));
  route(contract.addWord, async ({ actor, body }) => inserted(await addWord(deps, actor, body)));
  route(contract.changeWord, async ({ actor, params, body }) =>
    modified(await changeWord(deps, actor, { ...params, ...body })),
  );
  route(contract.removeWord, async ({ actor, params }) =>
    deleted(await removeWord(deps, actor, params)),
  );
  route(contract.tryWords, ({ actor, query }) => tryWords(deps, actor, query));
  route(contract.listWordCatches, ({ actor, query }) => listWordCatches(deps, actor, query));
}
