import { listMyProducts } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, useRevalidator, useRouteLoaderData } from 'react-router';
import { ProductCard } from '../../features/catalogue/product-card.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { AddProductForm } from '../../features/selling/add-product-form.tsx';
import { SaleControls } from '../../features/selling/sale-controls.tsx';
import type { loader as rootLoader } from '../../root.tsx';
import { call } from '../../session/call.ts';
import { userContext } from '../../session/guards.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/edit-product.ts';

const title = 'Edit Product';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context, params: { id } }: Route.ClientLoaderArgs) {
  const { email } = context.get(userContext);
  const products = await call(listMyProducts, { query: { email } });
  return {
    error: products.ok ? undefined : products.error.message,
    product: products.ok ? products.value.find(({ _id }) => _id === id) : undefined,
    thisYear: new Date().getUTCFullYear(),
    now: Date.now(),
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** Changes a product that nobody has ordered. */
export default function EditProduct({ loaderData }: Route.ComponentProps) {
  const { error, product, thisYear, now } = loaderData;
  const { revalidate, state } = useRevalidator();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const back = <ButtonLink to={href('/dashboard/myproducts')}>My Products</ButtonLink>;
  return (
    <>
      <PageHeader title={title} />
      {error && <ErrorState message={error} pending={state === 'loading'} onRetry={revalidate} />}
      {!error && product?.status !== 'Available' && (
        <EmptyState
          icon={<SearchX />}
          title={product ? 'This phone is ordered' : 'There is no such phone'}
          action={back}
        >
          {product
            ? 'Its buyer ordered what was described, so it cannot be changed now.'
            : 'It may have been deleted, or belong to another account.'}
        </EmptyState>
      )}
      {product?.status === 'Available' && (
        <>
          <div className="-mt-4 mb-8">
            <SaleControls product={product} />
          </div>
          <AddProductForm
            key={product._id}
            thisYear={thisYear}
            sellerFeePercent={root?.settings.sellerFeePercent ?? 0}
            product={product}
            preview={(listing) => <ProductCard product={listing} now={now} heading="h2" />}
          />
        </>
      )}
    </>
  );
}
