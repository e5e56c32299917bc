import {
  type Call,
  listAdvertisedProducts,
  listProducts,
  type ProductQuery,
  pageSize,
} from '@redial/contract';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { publicCall, serverCall } from '../api.ts';
import { CategoryCards } from '../features/catalogue/category-cards.tsx';
import { Hero } from '../features/catalogue/hero.tsx';
import { type ProductPage, toProductPage } from '../features/catalogue/product-pages.ts';
import { searchPath } from '../features/catalogue/search/filters.ts';
import { siteMeta } from '../layout/site-meta.ts';
import { ProductShelf } from '../shop/product-shelf.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count.ts';
import type { Route } from './+types/home.ts';

/** Advertised phones shown before one asks for more. */
const advertisedSize = 8;

const cursors = { all: 'after', advertised: 'advertized-after' } as const;

/**
 * Of all phones: the page is made of so many, whole rows of them in every grid, and the next come by
 * `pageSize` as one scrolls. What one may never scroll to would only make the page heavier.
 */
const firstSize = 12;

const allPhones = async (call: Call, after: string | undefined, limit = pageSize) =>
  toProductPage(await call(listProducts, { query: page(limit, after) }));

const advertisedPhones = async (call: Call, after: string | undefined) =>
  toProductPage(await call(listAdvertisedProducts, { query: page(advertisedSize, after) }));

const page = (limit: number, after: string | undefined): ProductQuery => ({
  limit,
  ...(after ? { after } : {}),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = serverCall(context);
  const after = (name: string) => url.searchParams.get(name) ?? undefined;
  const [advertised, all] = await Promise.all([
    advertisedPhones(call, after(cursors.advertised)),
    allPhones(call, after(cursors.all), firstSize),
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

// Each shelf is a boundary of its own: React takes them over one after the other, in short pieces.
export default function Home({ loaderData }: Route.ComponentProps) {
  const { advertised, all, now } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <Hero />
      <div className="page">
        <section aria-labelledby="categories" className="pt-20">
          <h2 id="categories" className="mb-8 text-3xl">
            Choose a brand
          </h2>
          <CategoryCards />
        </section>
        <section aria-labelledby="advertized" className="pt-24">
          <h2 id="advertized" className="mb-10 text-3xl">
            Advertized <Count page={advertised} />
          </h2>
          <Suspense>
            <ProductShelf
              name="advertized"
              page={advertised}
              now={now}
              choosable
              fetchPage={(cursor) => advertisedPhones(publicCall, cursor)}
              hrefOf={(cursor) => moreHref(cursors.advertised, cursor, 'advertized')}
              startHref={search.has(cursors.advertised) ? '/#advertized' : undefined}
            />
          </Suspense>
        </section>
        <section aria-labelledby="all-products" className="pt-24">
          <div className="mb-10 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <h2 id="all-products" className="scroll-mt-24 text-3xl">
              Explore All Products
            </h2>
            <ButtonLink to={searchPath} look="outline" size="small">
              <SlidersHorizontal className="size-4" aria-hidden="true" />
              Filter and sort
            </ButtonLink>
          </div>
          <Suspense>
            <ProductShelf
              name="all"
              page={all}
              now={now}
              choosable
              scrolling
              fetchPage={(cursor) => allPhones(publicCall, cursor)}
              hrefOf={(cursor) => moreHref(cursors.all, cursor, 'all-products')}
              startHref={search.has(cursors.all) ? '/#all-products' : undefined}
            />
          </Suspense>
        </section>
      </div>
    </>
  );
}

function Count({ page }: { page: ProductPage }) {
  return page.ok ? <span className="figures text-ink-faint">({countText(page.total)})</span> : null;
}

const moreHref = (name: string, cursor: string, section: string) =>
  `/?${new URLSearchParams({ [name]: cursor })}#${section}`;
