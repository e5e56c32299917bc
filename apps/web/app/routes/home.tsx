import {
  type ApiClient,
  listAdvertisedProducts,
  listProducts,
  type ProductQuery,
  pageSize,
} from '@redial/contract';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { createServerCall, publicCall } from '../api.ts';
import { CategoryCards } from '../features/catalogue/category-cards.tsx';
import { Hero } from '../features/catalogue/hero.tsx';
import {
  type ProductListPage,
  toProductListPage,
} from '../features/catalogue/product-list-page.ts';
import { RecentlyViewed } from '../features/catalogue/recently-viewed/recently-viewed.tsx';
import { searchPath } from '../features/catalogue/search/filters.ts';
import { SearchBox } from '../layout/search-box.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import { ProductList } from '../product-list/product-list.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count.ts';
import type { Route } from './+types/home.ts';

/** Number of advertised products on the first page. */
const advertisedPageSize = 8;

const cursorParams = { all: 'after', advertised: 'advertized-after' } as const;

/**
 * Number of products in the first view: whole rows in every grid. Further pages have `pageSize`
 * products and load on scroll; a larger first view would only make the page heavier.
 */
const firstPageSize = 12;

const fetchAllProducts = async (call: ApiClient, after: string | undefined, limit = pageSize) =>
  toProductListPage(await call(listProducts, { query: pageQuery(limit, after) }));

const fetchAdvertisedProducts = async (call: ApiClient, after: string | undefined) =>
  toProductListPage(
    await call(listAdvertisedProducts, { query: pageQuery(advertisedPageSize, after) }),
  );

const pageQuery = (limit: number, after: string | undefined): ProductQuery => ({
  limit,
  ...(after ? { after } : {}),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = createServerCall(context);
  const after = (name: string) => url.searchParams.get(name) ?? undefined;
  const [advertised, all] = await Promise.all([
    fetchAdvertisedProducts(call, after(cursorParams.advertised)),
    fetchAllProducts(call, after(cursorParams.all), firstPageSize),
  ]);
  return { advertised, all, now: Date.now() };
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { publicUrl } = matches[0].loaderData;
  const title = 'Redial: buy and sell second-hand phones';
  const description =
    'Second-hand iPhone, Samsung and Xiaomi phones, 100% original and verified by experts. Compare price, condition and seller, order, and pay by card.';
  return siteMeta({ title, description, publicUrl, path: '/' });
};

// Each list is its own Suspense boundary, so that React hydrates them in separate tasks.
export default function Home({ loaderData }: Route.ComponentProps) {
  const { advertised, all, now } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <Hero search={<SearchBox />} />
      <div className="page">
        <section aria-labelledby="categories" className="pt-20">
          <h2 id="categories" className="mb-8 text-3xl">
            Choose a brand
          </h2>
          <CategoryCards />
        </section>
        <ButtonLink to="/models" variant="outline" size="small" className="mt-6">
          All models and prices
        </ButtonLink>
        <section aria-labelledby="advertized" className="pt-24">
          <h2 id="advertized" className="mb-10 text-3xl">
            Advertized <Count page={advertised} />
          </h2>
          <Suspense>
            <ProductList
              name="advertized"
              page={advertised}
              now={now}
              opensDialog
              fetchPage={(cursor) => fetchAdvertisedProducts(publicCall, cursor)}
              hrefOf={(cursor) => nextPageHref(cursorParams.advertised, cursor, 'advertized')}
              firstPageHref={search.has(cursorParams.advertised) ? '/#advertized' : undefined}
            />
          </Suspense>
        </section>
        <RecentlyViewed />
        <section aria-labelledby="all-products" className="pt-24">
          <div className="mb-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <h2 id="all-products" className="scroll-mt-24 text-3xl">
              Explore All Products
            </h2>
            <ButtonLink to={searchPath} variant="outline" size="small">
              <SlidersHorizontal className="size-4" aria-hidden="true" />
              Filter and sort
            </ButtonLink>
          </div>
          <Suspense>
            <ProductList
              name="all"
              page={all}
              now={now}
              opensDialog
              loadsOnScroll
              fetchPage={(cursor) => fetchAllProducts(publicCall, cursor)}
              hrefOf={(cursor) => nextPageHref(cursorParams.all, cursor, 'all-products')}
              firstPageHref={search.has(cursorParams.all) ? '/#all-products' : undefined}
            />
          </Suspense>
        </section>
      </div>
    </>
  );
}

function Count({ page }: { page: ProductListPage }) {
  return page.ok ? <span className="figures text-ink-faint">({countText(page.total)})</span> : null;
}

const nextPageHref = (name: string, cursor: string, section: string) =>
  `/?${new URLSearchParams({ [name]: cursor })}#${section}`;
