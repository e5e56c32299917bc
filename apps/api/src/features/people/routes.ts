import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { modified } from '../../platform/write-results.ts';
import { endPersonSessions } from './end-sessions.ts';
import { findAnything } from './find-anything.ts';
import { getPerson } from './get-person.ts';

export function peopleRoutes(route: Route, deps: Deps): void {
  route(contract.getPerson, ({ actor, params }) => getPerson(deps, actor, params));
  route(contract.endPersonSessions, async ({ actor, params }) =>
    modified(await endPersonSessions(deps, actor, params)),
  );
  route(contract.findAnything, ({ actor, query }) => findAnything(deps, actor, query), {
    limit: { max: 120, seconds: 60 },
  });
}
