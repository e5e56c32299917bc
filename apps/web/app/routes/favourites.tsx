import { getProduct, networkError, type Product } from '@redial/contract';
import { Heart } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { ProductCard } from '../features/catalogue/product-card.tsx';
import { ProductGrid, ProductGridSkeleton } from '../features/catalogue/product-grid.tsx';
import { FavouriteHeart } from '../features/favourites/favourite-button.tsx';
import { syncFavourites } from '../features/favourites/favourites-store.ts';
import { readStoredIds } from '../features/favourites/stored-ids.ts';
import { call } from '../session/call.ts';
import { withReturnTo } from '../session/return-to.ts';
import { useSession } from '../session/session-store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-and-error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const title = 'Favourites';

export const meta = () => [{ title: `${title} | Redial` }, { name: 'robots', content: 'noindex' }];

type Loaded =
  | { readonly products: readonly Product[]; readonly now: number }
  | { readonly error: string };

/** The favourites of the user, or of the visitor in this browser. Loaded by the browser only. */
export default function FavouritesPage() {
  const { status } = useSession();
  const [loaded, setLoaded] = useState<Loaded>();
  const [pending, setPending] = useState(false);
  const load = useCallback(async () => {
    if (status === 'unknown') return;
    setPending(true);
    setLoaded(await (status === 'signed-in' ? loadOwn() : loadVisitors()));
    setPending(false);
  }, [status]);
  useEffect(() => void load(), [load]);
  return (
    <div className="page pt-8 lg:pt-12">
      <PageHeader title={title}>
        We tell you when one gets cheaper, is sold, or is available again
        {status === 'signed-out' ? ', once you have signed in' : ''}.
      </PageHeader>
      {loaded === undefined ? (
        <ProductGridSkeleton count={4} />
      ) : 'error' in loaded ? (
        <ErrorState message={loaded.error} pending={pending} onRetry={load} />
      ) : loaded.products.length === 0 ? (
        <EmptyState
          icon={<Heart />}
          title="No favourites yet"
          action={<ButtonLink to="/search">See all phones</ButtonLink>}
        >
          Tap the heart of a phone to find it here again.
        </EmptyState>
      ) : (
        <ProductGrid>
          {loaded.products.map((product) => (
            <li key={product._id}>
              <ProductCard
                product={product}
                now={loaded.now}
                heading="h2"
                corner={<FavouriteHeart id={product._id} name={product.name} />}
              />
            </li>
          ))}
        </ProductGrid>
      )}
      {status === 'signed-in' && (
        <p className="mt-10">
          <ButtonLink variant="outline" size="small" to="/dashboard/saved-searches">
            Saved searches
          </ButtonLink>
        </p>
      )}
      {status === 'signed-out' && (
        <p className="mt-10 text-ink-soft">
          These are in this browser only.{' '}
          <ButtonLink variant="outline" size="small" to={withReturnTo('/login', '/favourites')}>
            Sign in to keep them
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

async function loadOwn(): Promise<Loaded> {
  await syncFavourites();
  const account = await import('../features/favourites/account-favourites.ts').catch(
    () => undefined,
  );
  if (!account) return { error: networkError.message };
  const result = await account.loadFavourites();
  return result.ok
    ? { products: result.value.favourites.map(({ product }) => product), now: Date.now() }
    : { error: result.error.message };
}

/** Phones that are gone are left out. */
async function loadVisitors(): Promise<Loaded> {
  const results = await Promise.all(
    readStoredIds().map((id) => call(getProduct, { params: { id } })),
  );
  const failed = results.find((result) => !result.ok && result.error.code !== 'product.not-found');
  return failed && !failed.ok
    ? { error: failed.error.message }
    : { products: results.flatMap((one) => (one.ok ? [one.value] : [])), now: Date.now() };
}
