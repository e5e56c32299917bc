import {
  type ApiClient,
  getFacets,
  listProducts,
  maxExactCount,
  type ProductFacets,
  pageSize,
} from '@redial/contract';
import { SlidersHorizontal } from 'lucide-react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { createServerCall, publicCall } from '../api.ts';
import {
  type ProductListPage,
  toProductListPage,
} from '../features/catalogue/product-list-page.ts';
import { activeFilters } from '../features/catalogue/search/active-filters.ts';
import { describeSearch } from '../features/catalogue/search/describe-search.ts';
import { FilterChips } from '../features/catalogue/search/filter-chips.tsx';
import { FilterForm } from '../features/catalogue/search/filter-form.tsx';
import {
  brandPhonesLabel,
  type ProductSearch,
  parseSearch,
  searchHref,
  searchPath,
} from '../features/catalogue/search/filters.ts';
import { SortSelect } from '../features/catalogue/search/sort-select.tsx';
import { SaveSearchButton } from '../features/saved-searches/save-search-button.tsx';
import { NoResults } from '../product-list/no-results.tsx';
import { ProductList } from '../product-list/product-list.tsx';
import { findSearchFallback } from '../product-list/search-fallback.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { phonesText } from '../ui/count.ts';
import { cx } from '../ui/cx.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { ListViewSwitch } from '../ui/list-view-switch.tsx';
import { useHistoryDialog } from '../ui/use-history-dialog.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { Route } from './+types/search.ts';

const FilterDrawer = lazyDialog(
  async () => (await import('../features/catalogue/search/filter-drawer.tsx')).FilterDrawer,
);

const fetchPage = async (call: ApiClient, search: ProductSearch, after: string | undefined) =>
  toProductListPage(
    await call(listProducts, {
      query: { ...search, limit: pageSize, ...(after ? { after } : {}) },
    }),
  );

async function load(call: ApiClient, url: URL) {
  const search = parseSearch(url.searchParams);
  const after = url.searchParams.get('after') ?? undefined;
  const { sort: _, ...filters } = search;
  const [page, facets] = await Promise.all([
    fetchPage(call, search, after),
    call(getFacets, { query: filters }),
  ]);
  const none = page.ok && page.items.length === 0 && !after;
  return {
    page,
    facets: facets.ok ? facets.value : undefined,
    fallback: none
      ? await findSearchFallback(call, search, facets.ok ? facets.value : undefined)
      : undefined,
    hasPrevious: !!after,
    now: Date.now(),
  };
}

export const loader = ({ context, url }: Route.LoaderArgs) => load(createServerCall(context), url);

/**
 * The browser calls the API directly: after a network failure the page stays and shows the error.
 */
export const clientLoader = ({ url }: Route.ClientLoaderArgs) => load(publicCall, url);

/** The page heading. */
const searchTitle = ({ q, brand }: ProductSearch): string =>
  q ? `“${q}”` : brand ? brandPhonesLabel(brand) : 'All phones';

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const search = parseSearch(new URLSearchParams(location.search));
  const { publicUrl } = matches[0].loaderData;
  const { q, brand } = search;
  const title = `${searchTitle(search)} | Redial`;
  return [
    { title },
    { name: 'description', content: `Second-hand phones on Redial: ${searchTitle(search)}.` },
    // Brand pages are indexed; free-text queries are not.
    ...(q ? [{ name: 'robots', content: 'noindex' }] : []),
    {
      tagName: 'link',
      rel: 'canonical',
      href: publicUrl + searchHref({ ...(q ? { q } : {}), ...(brand ? { brand } : {}) }),
    },
  ];
};

const formId = 'filters-form';

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { page, facets, fallback, hasPrevious, now } = loaderData;
  const here = useSearch();
  const hydrated = useHydrated();
  const drawer = useHistoryDialog<string>('filter-drawer');
  const navigate = useNavigate();
  const { state } = useLocation();
  const total = totalCount(page, facets);
  const filters = { search: here.pending, facets, total };
  const active = activeFilters(here.pending).length;
  const showSearch = (url: string) => {
    // Chosen filters stay, and Back removes them.
    if (drawer.about === url) drawer.close();
    else navigate(url, { replace: true, preventScrollReset: true });
  };
  return (
    <div className="page pt-10 lg:pt-14">
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div className="max-sm:w-full">
          <h1 className="wrap-anywhere text-3xl">{searchTitle(here.shown)}</h1>
          <p role="status" className="figures mt-2 text-ink-soft">
            {total === undefined ? ' ' : phonesText(total)}
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 max-sm:w-full">
          <FiltersButton
            hydrated={hydrated}
            active={active}
            onOpen={() => drawer.open(searchHref(here.shown))}
          />
          <SortSelect form={formId} search={here.pending} />
          <SaveSearchButton
            search={withoutSort(here.shown)}
            suggestedName={describeSearch(here.shown, facets)}
          />
          <ListViewSwitch />
        </div>
      </header>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12 xl:gap-16 print:block">
        <aside
          id="filters"
          aria-label="Filters"
          className="scroll-mt-20 max-lg:mb-8 max-lg:hidden max-lg:target:block lg:sticky lg:top-20 lg:-mx-2 lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:py-1"
        >
          <FilterForm id={formId} {...filters} showButton={!hydrated} />
        </aside>
        <div>
          <FilterChips search={here.pending} names={facets} />
          <div
            aria-busy={here.changing}
            className={cx('transition-opacity', here.changing && 'opacity-60')}
          >
            {fallback ? (
              <NoResults fallback={fallback} now={now} />
            ) : (
              <ProductList
                key={searchHref(here.shown)}
                name="search"
                page={page}
                now={now}
                eager={3}
                narrow
                heading="h2"
                loadsOnScroll
                fetchPage={(cursor) => fetchPage(publicCall, here.shown, cursor)}
                hrefOf={(cursor) => searchHref(here.shown, cursor)}
                firstPageHref={hasPrevious ? searchHref(here.shown) : undefined}
              />
            )}
          </div>
        </div>
      </div>
      <FilterDrawer
        {...filters}
        open={drawer.isOpen}
        onClose={() => showSearch(searchHref(here.pending))}
        onShow={showSearch}
        onChange={(url) =>
          navigate(`${url}#filter-drawer`, { replace: true, state, preventScrollReset: true })
        }
      />
    </div>
  );
}

const withoutSort = ({ sort: _, ...search }: ProductSearch) => search;

/** The current search, and the one being loaded. */
function useSearch(): { shown: ProductSearch; pending: ProductSearch; changing: boolean } {
  const { search } = useLocation();
  const { location: next } = useNavigation();
  const read = (text: string) => parseSearch(new URLSearchParams(text));
  const changing = next?.pathname === searchPath;
  return { shown: read(search), pending: read(changing ? next.search : search), changing };
}

/** The total number of products; the facets' count is also valid on later pages. */
function totalCount(page: ProductListPage, facets: ProductFacets | undefined): number | undefined {
  if (facets && facets.total <= maxExactCount) return facets.total;
  return page.ok ? page.total : facets?.total;
}

/** Opens the filter drawer; before hydration, a link that shows the filters above the products. */
function FiltersButton({
  hydrated,
  active,
  onOpen,
}: {
  hydrated: boolean;
  active: number;
  onOpen: () => void;
}) {
  const label = (
    <>
      <SlidersHorizontal className="size-4" aria-hidden="true" />
      Filters{active > 0 && <span className="figures">({active})</span>}
    </>
  );
  return hydrated ? (
    <Button variant="outline" aria-haspopup="dialog" onClick={onOpen} className="lg:hidden">
      {label}
    </Button>
  ) : (
    <a href="#filters" className={buttonClass('outline', 'medium', 'lg:hidden')}>
      {label}
    </a>
  );
}
