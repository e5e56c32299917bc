import * as contract from '@redial/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createRoute, type Route } from '../../platform/route.ts';
import { modified } from '../../platform/write-results.ts';
import { countUnread, listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';
import { changeSettings, getSettings } from './settings.ts';
import { unsubscribe } from './unsubscribe.ts';

export function notificationsRoutes(route: Route, deps: Deps): void {
  route(contract.listNotifications, ({ actor, query }) => listNotifications(deps, actor, query));
  route(contract.countUnreadNotifications, async ({ actor }) => ({
    unread: await countUnread(deps, actor),
  }));
  route(contract.readNotifications, async ({ actor, body }) =>
    modified(await readNotifications(deps, actor, body)),
  );
  route(contract.getNotificationSettings, ({ actor }) => getSettings(deps, actor));
  route(
    contract.changeNotificationSettings,
    ({ actor, body }) => changeSettings(deps, actor, body),
    { limit: { max: 60, seconds: 60 } },
  );
}

/**
 * Needs a scope of its own: mail clients send a form (`List-Unsubscribe=One-Click`), whose content is
 * always the same and not read.
 */
export async function unsubscribeRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  scope.removeContentTypeParser('multipart/form-data');
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: 10_000 },
    (_request, _body, done) => done(null),
  );
  createRoute(scope, deps)(
    contract.unsubscribe,
    async ({ query }) => ({ kinds: await unsubscribe(deps, undefined, query) }),
    { limit: { max: 30, seconds: 60 } },
  );
}
