import type { Product } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { memo } from 'react';
import { Link, useRevalidator } from 'react-router';
import { CompareButton } from '../features/catalogue/compare/compare-button.tsx';
import { CompareTray } from '../features/catalogue/compare/compare-tray.tsx';
import { ProductCard } from '../features/catalogue/product-card.tsx';
import { ProductGrid, ProductSkeletons } from '../features/catalogue/product-grid.tsx';
import type { ProductListPage } from '../features/catalogue/product-list-page.ts';
import { useInfiniteProducts } from '../features/catalogue/use-infinite-products.ts';
import { FavouriteHeart } from '../features/favourites/favourite-button.tsx';
import { ReportButton } from '../features/moderation/report-button.tsx';
import { PurchaseButton } from '../features/orders/purchase-button.tsx';
import { refreshOwnership } from '../session/ownership.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-and-error-state.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useHistoryDialog } from '../ui/use-history-dialog.ts';
import { useStableCallback } from '../ui/use-stable-callback.ts';
import { ProductListFooter } from './product-list-footer.tsx';

// Dialogs and their library are not needed for the first view.
const ProductDialog = lazyDialog(
  async () => (await import('../features/catalogue/product-dialog.tsx')).ProductDialog,
);
const OrderDialog = lazyDialog(
  async () => (await import('../features/orders/order-dialog.tsx')).OrderDialog,
);

/** Columns of the widest grid: number of placeholders while more products load. */
const maxColumns = 4;

interface ProductListProps {
  /** Distinguishes the lists of one page. */
  name: string;
  /** Unix milliseconds when the page was rendered. */
  now: number;
  fetchPage: (cursor: string) => Promise<ProductListPage>;
  /** URL of the page behind a cursor, for use without JavaScript. */
  hrefOf: (cursor: string) => string;
  /** URL of the first page, if this is a later one. */
  firstPageHref?: string | undefined;
  /** Number of images that are visible when the page opens. */
  eager?: number;
  /** Whether more products load on scroll. */
  loadsOnScroll?: boolean;
  /** Whether a click on a card opens a dialog (specification, 2: home page). */
  opensDialog?: boolean;
  narrow?: boolean;
  /** Heading level of the cards. */
  heading?: 'h2' | 'h3';
}

/** A list of products to view, order and report, with its empty and error states. */
export function ProductList({ page, ...props }: ProductListProps & { page: ProductListPage }) {
  const { revalidate, state } = useRevalidator();
  if (!page.ok) {
    return (
      <ErrorState
        title="The phones could not be loaded"
        message={page.error.message}
        pending={state === 'loading'}
        onRetry={revalidate}
      />
    );
  }
  if (page.items.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No phones here at the moment"
        action={
          <Link to="/dashboard/addproduct" className={buttonClass('outline')}>
            Sell yours
          </Link>
        }
      >
        New phones are listed every day. Check back soon, or list yours.
      </EmptyState>
    );
  }
  return <LoadedProductList page={page} {...props} />;
}

function LoadedProductList({
  name,
  page,
  now,
  fetchPage,
  hrefOf,
  firstPageHref,
  eager = 0,
  loadsOnScroll = false,
  opensDialog = false,
  narrow = false,
  heading = 'h3',
}: ProductListProps & { page: ProductListPage & { ok: true } }) {
  const list = useInfiniteProducts(name, page, fetchPage);
  const { revalidate } = useRevalidator();
  const phoneDialog = useHistoryDialog<Product>(`phone-${name}`);
  const orderDialog = useHistoryDialog<Product>(`order-${name}`);
  const view = useStableCallback((product: Product) => phoneDialog.open(product));
  const order = useStableCallback((product: Product) =>
    orderDialog.open(product, phoneDialog.isOpen),
  );
  const refresh = () => {
    revalidate();
    list.refresh();
    refreshOwnership();
  };
  const loadMore = async (pressed: boolean) => {
    const first = await list.loadMore();
    // Moves the focus to the first of the new products.
    if (first && pressed) requestAnimationFrame(() => focusCard(first._id));
  };

  return (
    <>
      <ProductGrid narrow={narrow} deferredCount={eager === 0 ? list.items.length : undefined}>
        {list.items.map((product, index) => (
          <li
            key={product._id}
            data-product={product._id}
            tabIndex={-1}
            className="lazy-card outline-none"
          >
            <ListedProduct
              product={product}
              now={now}
              heading={heading}
              eager={index < eager}
              onOpen={opensDialog ? view : undefined}
              onPurchase={order}
            />
          </li>
        ))}
        {list.loading && <ProductSkeletons count={maxColumns} />}
      </ProductGrid>
      <CompareTray />
      <ProductListFooter
        list={list}
        total={page.total}
        hrefOf={hrefOf}
        firstPageHref={firstPageHref}
        loadsOnScroll={loadsOnScroll}
        onMore={loadMore}
      />
      {phoneDialog.about && (
        <ProductDialog
          product={phoneDialog.about}
          now={now}
          open={phoneDialog.isOpen}
          onClose={phoneDialog.close}
          actions={
            <>
              <PurchaseButton
                variant="accent"
                size="medium"
                product={phoneDialog.about}
                onPurchase={() => phoneDialog.about && order(phoneDialog.about)}
              />
              <ReportButton product={phoneDialog.about} />
            </>
          }
        />
      )}
      {orderDialog.about && (
        <OrderDialog
          key={orderDialog.about._id}
          product={orderDialog.about}
          open={orderDialog.isOpen}
          onClose={orderDialog.close}
          onSettled={refresh}
        />
      )}
    </>
  );
}

/**
 * A card with its buttons. Memoized: the list renders again after hydration and when a dialog opens,
 * and its cards do not change then.
 */
const ListedProduct = memo(function ListedProduct({
  product,
  now,
  heading,
  eager,
  onOpen,
  onPurchase,
}: {
  product: Product;
  now: number;
  heading: 'h2' | 'h3';
  eager: boolean;
  onOpen: ((product: Product) => void) | undefined;
  onPurchase: (product: Product) => void;
}) {
  return (
    <ProductCard
      product={product}
      now={now}
      heading={heading}
      eager={eager}
      {...(onOpen ? { onOpen: () => onOpen(product) } : {})}
      corner={
        <span className="grid gap-1.5">
          <FavouriteHeart id={product._id} name={product.name} />
          <CompareButton id={product._id} name={product.name} />
        </span>
      }
      actions={
        <>
          <PurchaseButton product={product} onPurchase={() => onPurchase(product)} />
          <ReportButton product={product} />
        </>
      }
    />
  );
});

function focusCard(id: string): void {
  document.querySelector<HTMLElement>(`[data-product="${CSS.escape(id)}"]`)?.focus({
    preventScroll: true,
  });
}
