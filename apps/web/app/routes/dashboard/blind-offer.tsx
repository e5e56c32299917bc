import {
  type BlindResult,
  blindOfferLimits,
  formatPrice,
  getProduct,
  listBlindOffers,
} from '@redial/contract';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { href, useNavigate, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { BlindOfferForm } from '../../features/offers/blind-offer-form.tsx';
import { BlindOffersMade, missTexts } from '../../features/offers/blind-offers-made.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductSummary } from '../../ui/product-summary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/blind-offer.ts';

const title = 'Make a blind offer';

export const meta = () => [{ title: `${title} | Redial` }];

/** The phone (`product`), and the reader's blind offers on it. */
export async function clientLoader({ url: { searchParams } }: Route.ClientLoaderArgs) {
  const id = searchParams.get('product') ?? '';
  const [product, list] = await Promise.all([
    call(getProduct, { params: { id } }),
    call(listBlindOffers, { params: { id } }),
  ]);
  if (!product.ok) return { problem: product.error.message };
  if (!list.ok) return { problem: list.error.message };
  const { left, made } = list.value;
  if (left === null) return { problem: 'This phone is your own.' };
  if (product.value.status === 'Sold') {
    return {
      made,
      problem: 'Somebody has ordered this phone. It may return, so look again later.',
    };
  }
  return { product: product.value, left, made };
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

export default function BlindOfferRoute({ loaderData }: Route.ComponentProps) {
  const { product, left = 0, made = [], problem } = loaderData;
  const [missed, setMissed] = useState<BlindResult>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const showResult = (result: BlindResult) => {
    if (result.order === null || result.price === null) {
      setMissed(result);
      void revalidate();
      return;
    }
    toast.success(`A match: the phone is yours for ${formatPrice(result.price)}`);
    navigate(href('/dashboard/myorders/payment/:orderId', { orderId: result.order }));
  };
  if (!product) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={<SearchX />}
          title="You cannot make a blind offer on this"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          {problem}
        </EmptyState>
        <BlindOffersMade made={made} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title}>
        You say the most that you would pay, and the seller has said the least. Neither sees the
        number of the other.
      </PageHeader>
      <ProductSummary product={product} />
      <ul className="mb-6 grid max-w-[65ch] list-disc gap-1.5 pl-5 text-ink-soft text-sm">
        <li>
          If your limits overlap, the phone is reserved for you at the price halfway between, and
          you pay for it next.
        </li>
        <li>If not, both of you only learn roughly how far apart you are.</li>
        <li>
          You have {left} of {blindOfferLimits.perListing} blind offers left on this phone. A match
          that you do not pay uses up all of them, and you cannot offer less for{' '}
          {blindOfferLimits.barredHours} hours.
        </li>
      </ul>
      <div role="status">
        {missed?.band && (
          <p className="mb-6 max-w-lg rounded-lg bg-sunken px-5 py-4 font-semibold text-sm">
            {missTexts[missed.band]}
          </p>
        )}
      </div>
      {left > 0 ? (
        <BlindOfferForm product={product} onResult={showResult} />
      ) : (
        <p>
          You have used all blind offers on this phone.{' '}
          <ButtonLink variant="outline" size="small" to={`/products/${product._id}`}>
            Back to the phone
          </ButtonLink>
        </p>
      )}
      <BlindOffersMade made={made} />
    </>
  );
}
