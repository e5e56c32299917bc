import { getProduct, listOffers, offerLimits, offersPath } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, redirect } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { OfferForm } from '../../features/offers/offer-form.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductSummary } from '../../ui/product-summary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/new-offer.ts';

const title = 'Make an offer';

export const meta = () => [{ title: `${title} | Redial` }];

/** The phone (`product`), and how many offers are left on it. An open offer leads to the list. */
export async function clientLoader({ url: { searchParams } }: Route.ClientLoaderArgs) {
  const id = searchParams.get('product') ?? '';
  const [product, list] = await Promise.all([
    call(getProduct, { params: { id } }),
    call(listOffers, {}),
  ]);
  if (!product.ok) return { problem: product.error.message };
  const own = (list.ok ? list.value : []).filter(
    (offer) => offer.role === 'buyer' && offer.product._id === id,
  );
  // An offer of the seller to everyone who favourites it is answered by making one.
  if (own.some((offer) => offer.state === 'open' && !offer.toFavourites))
    throw redirect(offersPath);
  const left = offerLimits.perListing - own.filter(({ madeBy }) => madeBy === 'buyer').length;
  if (left <= 0) {
    return { problem: 'You have made three offers on this phone, which is as many as possible.' };
  }
  if (product.value.status === 'Sold') {
    return { problem: 'Somebody has ordered this phone. It may return, so look again later.' };
  }
  return { product: product.value, left };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

export default function NewOffer({ loaderData }: Route.ComponentProps) {
  const { product, left, problem } = loaderData;
  if (!product) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={<SearchX />}
          title="You cannot make an offer on this"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          {problem}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={title}>
        The seller has 48 hours to accept your offer, decline it, or name another price. If you
        agree, the phone is reserved for you, and you pay. You have {left} of{' '}
        {offerLimits.perListing} offers left on this phone.
      </PageHeader>
      <ProductSummary product={product} />
      <OfferForm product={product} />
    </>
  );
}
