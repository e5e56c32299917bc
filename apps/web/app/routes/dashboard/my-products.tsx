import { listMyProducts } from '@redial/contract';
import { Heart, Smartphone } from 'lucide-react';
import { href, useLocation } from 'react-router';
import { ProductCard } from '../../features/catalogue/product-card.tsx';
import { ProductGrid, ProductGridSkeleton } from '../../features/catalogue/product-grid.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { ListPage } from '../../features/dashboard/list-page.tsx';
import { AddDetails } from '../../features/selling/add-details.tsx';
import { FirstSale } from '../../features/selling/first-sale.tsx';
import { ProductActions } from '../../features/selling/product-actions.tsx';
import { call } from '../../session/call.ts';
import { userContext } from '../../session/guards.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import type { Route } from './+types/my-products.ts';

const title = 'My Products';

export const meta = () => [{ title: `${title} | Redial` }];

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const { email, emailVerified } = context.get(userContext);
  return {
    products: await call(listMyProducts, { query: { email } }),
    emailVerified,
    now: Date.now(),
  };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <ProductGridSkeleton count={6} narrow />
    </DashboardSkeleton>
  ),
};

/** How many users watch a phone. */
function FavouriteCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="flex w-full items-center gap-1.5 text-ink-soft text-xs">
      <Heart className="size-3.5" aria-hidden="true" />
      {count === 1 ? 'A favourite of one person' : `A favourite of ${count} people`}
    </p>
  );
}

export default function MyProducts({ loaderData }: Route.ComponentProps) {
  const { products, emailVerified, now } = loaderData;
  const { added } = (useLocation().state ?? {}) as { added?: string };
  const add = <ButtonLink to={href('/dashboard/addproduct')}>Add Products</ButtonLink>;
  return (
    <ListPage
      title={title}
      result={products}
      empty={
        <>
          <FirstSale products={[]} emailVerified={emailVerified} />
          <EmptyState icon={<Smartphone />} title="You have no phones on offer" action={add}>
            Photograph the first one, name your price, and it is on the market in a minute.
          </EmptyState>
        </>
      }
    >
      {(listed) => (
        <>
          <AddDetails product={listed.find(({ _id }) => _id === added)} />
          <FirstSale products={listed} emailVerified={emailVerified} />
          <h2 className="sr-only">Phones on offer and sold</h2>
          <ProductGrid narrow>
            {listed.map((product) => (
              <li key={product._id}>
                <ProductCard
                  product={product}
                  now={now}
                  actions={
                    <>
                      <FavouriteCount count={product.favourites ?? 0} />
                      <ProductActions product={product} />
                    </>
                  }
                />
              </li>
            ))}
          </ProductGrid>
        </>
      )}
    </ListPage>
  );
}
