import { type ClientConfig, getClientConfig } from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';

/** Builds the public configuration for the web app. */
export const buildClientConfig = ({
  settings,
  identity,
  cardPayments,
  imageHost,
}: Pick<Deps, 'settings' | 'identity' | 'cardPayments' | 'imageHost'>): ClientConfig => ({
  demo: settings.demo,
  ...(settings.requireAdminTwoFactor ? { adminTwoFactor: true } : {}),
  sellerFeePercent: settings.trade.sellerFeeBasisPoints / 100,
  identity: identity.clientConfig,
  payments: cardPayments.clientConfig,
  ...(imageHost ? { imageHost: imageHost.origin } : {}),
});

export function clientConfigRoutes(route: Route, deps: Deps): void {
  route(getClientConfig, async () => buildClientConfig(deps));
}
