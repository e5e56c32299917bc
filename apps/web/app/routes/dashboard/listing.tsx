import {
  contactPlaceholder,
  getListing,
  getListingImei,
  getListingReview,
  getListingSelfTest,
  getOfferRules,
  getPossessionStatus,
  getPricePlan,
  type ListingReview,
  listBlindOffers,
  listModels,
  listMyProducts,
  type Product,
} from '@redial/contract';
import { ArrowLeft, ExternalLink, Pencil, SearchX } from 'lucide-react';
import { href, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListingPage } from '../../features/selling/listing/listing-page.tsx';
import { SaleControls } from '../../features/selling/sale-controls.tsx';
import { saleState } from '../../features/selling/sale-state.ts';
import { call } from '../../session/call.ts';
import { userContext } from '../../session/guards.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Price } from '../../ui/price.tsx';
import { joinUnits } from '../../ui/product-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/listing.ts';
import { listingSections } from './listing-sections.ts';

const title = 'Details';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context, params: { id } }: Route.ClientLoaderArgs) {
  const { email } = context.get(userContext);
  const params = { params: { id } };
  const [products, listing, imeis, plan, offerRules, blindOffers, possession, selfTest, review] =
    await Promise.all([
      call(listMyProducts, { query: { email } }),
      call(getListing, params),
      call(getListingImei, params),
      call(getPricePlan, params),
      call(getOfferRules, params),
      call(listBlindOffers, params),
      call(getPossessionStatus, params),
      call(getListingSelfTest, params),
      call(getListingReview, params),
    ]);
  if (!products.ok) return { error: products.error.message };
  const product = products.value.find(({ _id }) => _id === id);
  if (!product) return { product };
  // A form without what is stored would delete it.
  if (!listing.ok) return { error: listing.error.message };
  if (!imeis.ok) return { error: imeis.error.message };
  if (!plan.ok) return { error: plan.error.message };
  if (!offerRules.ok) return { error: offerRules.error.message };
  if (!blindOffers.ok) return { error: blindOffers.error.message };
  if (!possession.ok) return { error: possession.error.message };
  if (!selfTest.ok) return { error: selfTest.error.message };
  if (!review.ok) return { error: review.error.message };
  const models = await call(listModels, { query: { category: product.category } });
  const all = models.ok ? models.value : [];
  const { model: slug } = listing.value.details;
  return {
    product,
    review: review.value,
    data: {
      product,
      listing: listing.value,
      models: all,
      model: all.find((model) => model.slug === slug),
      plan: plan.value.plan,
      offerRules: offerRules.value,
      blindOffers: blindOffers.value.made,
      imeis: imeis.value.imeis,
      possession: possession.value,
      selfTest: selfTest.value.report,
      now: Date.now(),
    },
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-3">
        {[...Array(6).keys()].map((index) => (
          <Skeleton key={index} className="h-16 rounded-lg" />
        ))}
      </div>
    </DashboardSkeleton>
  ),
};

/** What the seller of a phone states about it. */
export default function ListingRoute({ loaderData }: Route.ComponentProps) {
  const { error, product, data, review } = loaderData;
  const { revalidate, state } = useRevalidator();
  const back = (
    <ButtonLink to={href('/dashboard/myproducts')} variant="quiet" size="small">
      <ArrowLeft className="size-4" aria-hidden="true" />
      My Products
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={title} aside={back} />
      {error && <ErrorState message={error} pending={state === 'loading'} onRetry={revalidate} />}
      {!error && product?.status !== 'Available' && (
        <EmptyState
          icon={<SearchX />}
          title={product ? 'This phone is ordered' : 'There is no such phone'}
          action={<ButtonLink to={href('/dashboard/myproducts')}>My Products</ButtonLink>}
        >
          {product
            ? 'Its buyer ordered what was described, so it cannot be changed now.'
            : 'It may have been deleted, or belong to another account.'}
        </EmptyState>
      )}
      {product?.status === 'Available' && data && review && (
        <>
          <Phone product={product} isNotListable={data.listing.notListable} review={review} />
          <ListingPage key={product._id} data={data} sections={listingSections} />
        </>
      )}
    </>
  );
}

/** The phone with its actions, and why it is not on the market if it is not. */
function Phone({
  product,
  isNotListable,
  review,
}: {
  product: Product;
  isNotListable: boolean;
  review: ListingReview;
}) {
  const { _id: id, name, img, resalePrice } = product;
  return (
    <div className="-mt-3 mb-6">
      <div className="flex items-center gap-4">
        <img
          src={img}
          alt=""
          width={80}
          height={80}
          className="size-20 shrink-0 rounded-lg bg-studio object-cover"
        />
        <div className="min-w-0">
          <p className="break-words font-bold font-display text-lg">{joinUnits(name)}</p>
          <p className="mt-1">
            <Price dollars={resalePrice} />
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink
          to={href('/dashboard/myproducts/:id/edit', { id })}
          variant="outline"
          size="small"
        >
          <Pencil className="size-4" aria-hidden="true" />
          Edit Product
        </ButtonLink>
        {saleState(product).label === 'On sale' && (
          <ButtonLink to={href('/products/:id', { id })} variant="outline" size="small">
            <ExternalLink className="size-4" aria-hidden="true" />
            See it as buyers do
          </ButtonLink>
        )}
      </div>
      {product.contactsHidden && (
        <Notice
          badge={<Badge>Hidden in part</Badge>}
          text={`Your text has contact data: a phone number, an address, a link, or the like. Others see “${contactPlaceholder}” in its place. Buyers see your number once they have paid, and can write to you before.`}
        />
      )}
      {review.held && (
        <div role="status" className="mt-5 rounded-lg bg-sunken px-5 py-4 text-sm">
          <p className="font-semibold">We look at this listing before buyers see it</p>
          <p className="mt-1">
            You need not do anything: we write to you as soon as we have decided. This is what we
            have noticed, and you can correct it meanwhile:
          </p>
          <ul className="mt-2 list-disc pl-5">
            {review.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {isNotListable ? (
        <div role="status" className="mt-5 rounded-lg bg-bad-wash px-5 py-4 text-sm">
          <p className="font-semibold text-bad">Only you can see this phone</p>
          <p className="mt-1">
            By what you stated it cannot be sold here. What decided, and what would change it, is
            below; once it is mended, the phone is on the market again by itself.
          </p>
        </div>
      ) : (
        <SaleControls product={product} />
      )}
    </div>
  );
}
