import { type ClientSettings, getClientSettings } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';

/** What a browser must know of this installation. */
export const clientSettings = ({
  settings,
  identity,
  payments,
  imageHost,
}: Pick<Deps, 'settings' | 'identity' | 'payments' | 'imageHost'>): ClientSettings => ({
  demo: settings.demo,
  identity: identity.clientSettings,
  payments: payments.clientSettings,
  ...(imageHost ? { imageHost: imageHost.origin } : {}),
});

export function installationRoutes(route: Route, deps: Deps): void {
  route(getClientSettings, async () => clientSettings(deps));
}
