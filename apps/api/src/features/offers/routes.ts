import * as contract from '@redial/contract';
import type { Deps } from '../../deps.ts';
import type { Route } from '../../platform/route.ts';
import { inserted, modified } from '../../platform/write-results.ts';
import { acceptOffer } from './accept-offer.ts';
import { counterOffer } from './counter-offer.ts';
import { declineOffer } from './decline-offer.ts';
import { getFavouriteOfferStatus } from './favourite-offers.ts';
import { listBlindOffers } from './list-blind-offers.ts';
import { listOffers } from './list-offers.ts';
import { makeBlindOffer } from './make-blind-offer.ts';
import { makeOffer } from './make-offer.ts';
import { getOfferRules, setOfferRules } from './offer-rules.ts';
import { orderOfferedPhone } from './order-offered-phone.ts';
import { sendFavouriteOffer } from './send-favourite-offer.ts';
import { withdrawOffer } from './withdraw-offer.ts';

export function offersRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
): void {
  // Each offer sends a mail.
  const limit = { max: 30, seconds: 3600 };
  route(contract.listOffers, ({ actor }) => listOffers(deps, actor));
  route(
    contract.makeOffer,
    async ({ actor, params, body }) =>
      inserted(await makeOffer(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(contract.acceptOffer, async ({ actor, params }) =>
    inserted(await acceptOffer(deps, actor, params)),
  );
  route(contract.declineOffer, async ({ actor, params }) =>
    modified(await declineOffer(deps, actor, params)),
  );
  route(
    contract.counterOffer,
    async ({ actor, params, body }) =>
      inserted(await counterOffer(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(contract.getFavouriteOfferStatus, ({ actor, params }) =>
    getFavouriteOfferStatus(deps, actor, params),
  );
  route(
    contract.sendFavouriteOffer,
    async ({ actor, params, body }) =>
      inserted(await sendFavouriteOffer(deps, actor, { ...params, ...body })),
    { limit },
  );
  route(contract.orderOfferedPhone, async ({ actor, params, body }) =>
    inserted(await orderOfferedPhone(deps, actor, { ...params, ...body })),
  );
  route(contract.listBlindOffers, ({ actor, params }) => listBlindOffers(deps, actor, params));
  route(
    contract.makeBlindOffer,
    ({ actor, params, body }) => makeBlindOffer(deps, actor, { ...params, ...body }),
    { limit },
  );
  route(contract.getOfferRules, ({ actor, params }) => getOfferRules(deps, actor, params));
  route(contract.setOfferRules, async ({ actor, params, body }) =>
    modified(await setOfferRules(deps, actor, { ...params, ...body })),
  );
  route(contract.withdrawOffer, async ({ actor, params }) =>
    modified(await withdrawOffer(deps, actor, params)),
  );
}
