import { getProduct } from '@redial/contract';
import { useRouteLoaderData } from 'react-router';
import { ProductCard } from '../../features/catalogue/product-card.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { AddProductForm } from '../../features/selling/add-product-form.tsx';
import { formValuesLike } from '../../features/selling/listing-form.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { call } from '../../session/call.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/add-product.ts';

const title = 'Add A New Product';

export const meta = () => [{ title: `${title} | Redial` }];

/** @param like id of a product whose unchanging facts fill the form: a phone bought here, sold again */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const like = url.searchParams.get('like');
  const product = like ? await call(getProduct, { params: { id: like } }) : undefined;
  return {
    thisYear: new Date().getUTCFullYear(),
    now: Date.now(),
    like: product?.ok ? product.value : undefined,
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_13rem] lg:gap-x-10 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          {[...Array(8).keys()].map((index) => (
            <Skeleton key={index} className="h-18 rounded-md" />
          ))}
        </div>
        <Skeleton className="aspect-square rounded-lg" />
      </div>
    </DashboardSkeleton>
  ),
};

export default function AddProduct({ loaderData }: Route.ComponentProps) {
  const { thisYear, now, like } = loaderData;
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return (
    <>
      <PageHeader title={title}>
        A clear picture and an honest description sell a phone soonest. A buyer orders it here and
        pays by card, then you meet.
      </PageHeader>
      <AddProductForm
        thisYear={thisYear}
        sellerFeePercent={root?.settings.sellerFeePercent ?? 0}
        {...(like ? { initial: formValuesLike(like) } : {})}
        preview={(product) => <ProductCard product={product} now={now} heading="h2" />}
      />
    </>
  );
}
