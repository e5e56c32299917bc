import { type Category, categories, listCategoryProducts, pageSize } from '@redial/contract';
import { SlidersHorizontal } from 'lucide-react';
import { data, href, NavLink, useNavigation } from 'react-router';
import { ProductGridSkeleton } from '../features/catalogue/product-grid.tsx';
import { toProductListPage } from '../features/catalogue/product-list-page.ts';
import { brandPhonesLabel, parseSearch, searchHref } from '../features/catalogue/search/filters.ts';
import { SaveSearchButton } from '../features/saved-searches/save-search-button.tsx';
import { ProductList } from '../product-list/product-list.tsx';
import { call } from '../session/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ListViewSwitch } from '../ui/list-view-switch.tsx';
import type { Route } from './+types/category-products.ts';

const isBrand = (name: string): name is Category =>
  (categories as readonly string[]).includes(name);

function checkCategory(name: string): void {
  if (!isBrand(name)) throw data(null, { status: 404 });
}

async function fetchProducts(categoryName: string, after?: string) {
  const query = { limit: pageSize, ...(after ? { after } : {}) };
  return toProductListPage(await call(listCategoryProducts, { params: { categoryName }, query }));
}

/**
 * Only checks the category: the products are for signed-in users and are loaded in the browser.
 */
export function loader({ params }: Route.LoaderArgs) {
  checkCategory(params.categoryName);
  return null;
}

export async function clientLoader({ params, url }: Route.ClientLoaderArgs) {
  const { categoryName } = params;
  checkCategory(categoryName);
  const after = url.searchParams.get('after') ?? undefined;
  return { page: await fetchProducts(categoryName, after), hasPrevious: !!after, now: Date.now() };
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.categoryName} phones | Redial` },
  { name: 'description', content: `Second-hand ${params.categoryName} phones on Redial.` },
];

export const handle = { skeleton: CategorySkeleton };

export default function CategoryProducts({ loaderData, params }: Route.ComponentProps) {
  const { categoryName } = params;
  const { location } = useNavigation();
  const changing = location?.pathname.startsWith('/category-products/') && location.pathname;
  const leaving = changing && !changing.endsWith(`/${categoryName}`);
  if (!loaderData || leaving) return <CategorySkeleton />;
  return (
    <CategoryLayout title={categoryName}>
      <ProductList
        key={categoryName}
        name={categoryName}
        page={loaderData.page}
        now={loaderData.now}
        eager={3}
        narrow
        heading="h2"
        loadsOnScroll
        fetchPage={(cursor) => fetchProducts(categoryName, cursor)}
        hrefOf={(cursor) => `?${new URLSearchParams({ after: cursor })}`}
        firstPageHref={loaderData.hasPrevious ? '?' : undefined}
      />
    </CategoryLayout>
  );
}

function CategorySkeleton() {
  return (
    <CategoryLayout title="Phones">
      <ProductGridSkeleton count={6} narrow />
    </CategoryLayout>
  );
}

function CategoryLayout({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="page pt-10 md:grid md:grid-cols-[11rem_1fr] md:gap-10 md:pt-16 lg:gap-16 print:block">
      <aside className="md:sticky md:top-28 md:self-start">
        <p className="hidden font-semibold text-ink-faint text-sm md:block">Brands</p>
        <nav aria-label="Categories" className="max-md:-mx-4 max-md:overflow-x-auto max-md:px-4">
          <ul className="flex gap-2 md:mt-3 md:flex-col md:gap-1">
            {categories.map((category) => (
              <li key={category}>
                <NavLink
                  to={href('/category-products/:categoryName', { categoryName: category })}
                  className={({ isActive, isPending }) =>
                    cx(
                      'flex min-h-11 items-center rounded-full px-4 font-semibold text-sm transition-colors md:-ml-4',
                      isActive || isPending
                        ? 'bg-accent-wash text-accent'
                        : 'text-ink-soft hover:bg-sunken hover:text-ink',
                    )
                  }
                >
                  {category}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <section className="max-md:mt-8">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 md:mb-10">
          <h1 className="text-3xl">{title}</h1>
          <span className="flex flex-wrap gap-2">
            {/* The skeleton keeps its place free. */}
            <span className={cx(!isBrand(title) && 'invisible')}>
              <SaveSearchButton
                search={isBrand(title) ? { brand: title } : {}}
                suggestedName={isBrand(title) ? brandPhonesLabel(title) : title}
              />
            </span>
            <ButtonLink
              to={searchHref(parseSearch(new URLSearchParams({ brand: title })))}
              variant="outline"
              size="small"
            >
              <SlidersHorizontal className="size-4" aria-hidden="true" />
              Filter and sort
            </ButtonLink>
            <ListViewSwitch />
          </span>
        </div>
        {children}
      </section>
    </div>
  );
}
