import { useRouteLoaderData } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { AddProductForm } from '../../features/selling/add-product-form.tsx';
import type { loader as rootLoader } from '../../root.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/add-product.ts';

const title = 'Add A New Product';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = () => ({ thisYear: new Date().getUTCFullYear() });

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

export default function AddProduct({ loaderData: { thisYear } }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return (
    <>
      <PageHeader title={title}>
        A clear picture and an honest description sell a phone soonest. A buyer orders it here and
        pays by card, then you meet.
      </PageHeader>
      <AddProductForm thisYear={thisYear} sellerFeePercent={root?.settings.sellerFeePercent ?? 0} />
    </>
  );
}
