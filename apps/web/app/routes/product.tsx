import {
  estimateProduct,
  formatPrice,
  getListing,
  getListingDevice,
  getListingSelfTest,
  getProduct,
  listSimilarProducts,
  type Product,
} from '@redial/contract';
import { BadgeCheck, CalendarClock } from 'lucide-react';
import { memo, Suspense, useEffect, useState } from 'react';
import { data, isRouteErrorResponse, Link, useRevalidator } from 'react-router';
import { createServerCall } from '../api.ts';
import { webContext } from '../context.ts';
import { BackToResults } from '../features/catalogue/product/back-to-results.tsx';
import { MessageLink } from '../features/catalogue/product/message-link.tsx';
import { PriceLowered } from '../features/catalogue/product/price-change.tsx';
import { ProductGone } from '../features/catalogue/product/product-gone.tsx';
import { productMeta } from '../features/catalogue/product/product-meta.ts';
import { ProductPhoto } from '../features/catalogue/product/product-photo.tsx';
import { ProductPrice } from '../features/catalogue/product/product-price.tsx';
import { SellerCard } from '../features/catalogue/product/seller-card.tsx';
import { SellerContact } from '../features/catalogue/product/seller-contact.tsx';
import { ShareButton } from '../features/catalogue/product/share-button.tsx';
import { SimilarPhones } from '../features/catalogue/product/similar-phones.tsx';
import {
  escapeJsonForScript,
  productJsonLd,
} from '../features/catalogue/product/structured-data.ts';
import { FavouriteButton } from '../features/favourites/favourite-button.tsx';
import { ReportWithReason } from '../features/moderation/report-with-reason.tsx';
import { OfferLink } from '../features/offers/offer-link.tsx';
import { orderHash } from '../features/orders/order-path.ts';
import { PurchaseButton } from '../features/orders/purchase-button.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { JsonLd } from '../layout/json-ld.tsx';
import { DeferredSections } from '../product-page/deferred-sections.tsx';
import { refreshOwnership, useOwnership } from '../session/ownership.ts';
import { recordViewedPhone } from '../session/viewed-phones.ts';
import { Badge } from '../ui/badge.tsx';
import { brandLabel } from '../ui/brand-label.ts';
import { calendarDay } from '../ui/calendar-day.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Price } from '../ui/price.tsx';
import { PriceLabel } from '../ui/price-label.tsx';
import { ProductName } from '../ui/product-name.tsx';
import { UpdateLine } from '../ui/update-line.tsx';
import { useHistoryDialog } from '../ui/use-history-dialog.ts';
import { usedFor } from '../ui/used-for.ts';
import type { Route } from './+types/product.ts';

const OrderDialog = lazyDialog(
  async () => (await import('../features/orders/order-dialog.tsx')).OrderDialog,
);

// Only for the seller and the buyer of the phone.
const OwnOrderNotice = lazyPart(
  async () => (await import('../features/orders/own-order-notice.tsx')).OwnOrderNotice,
);
// Only for phones on hold.
const HoldNotice = lazyPart(
  async () => (await import('../product-page/hold-notice.tsx')).HoldNotice,
);
const ProductActions = lazyPart(
  async () => (await import('../features/selling/product-actions.tsx')).ProductActions,
);

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const call = createServerCall(context);
  const [product, listing, estimate, similar, known, selfTest] = await Promise.all([
    call(getProduct, { params: { id } }),
    call(getListing, { params: { id } }),
    call(estimateProduct, { params: { id } }),
    call(listSimilarProducts, { params: { id } }),
    call(getListingDevice, { params: { id } }),
    call(getListingSelfTest, { params: { id } }),
  ]);
  if (!product.ok) {
    const { code, status, message } = product.error;
    // A malformed id cannot be a product's.
    const gone = code === 'product.not-found' || code === 'request.invalid';
    throw data(message, { status: gone ? 404 : status || 503 });
  }
  return {
    product: product.value,
    listing: listing.ok ? listing.value : undefined,
    estimate: estimate.ok ? estimate.value : undefined,
    similar: similar.ok ? similar.value : [],
    device: known.ok ? known.value.device : null,
    selfTest: selfTest.ok ? selfTest.value.report : null,
    now: Date.now(),
    // Built here, since its code is not needed in the browser.
    structuredData: escapeJsonForScript(
      productJsonLd(
        product.value,
        context.get(webContext).publicUrl,
        listing.ok ? listing.value.details : undefined,
      ),
    ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? productMeta(loaderData.product, matches[0].loaderData.publicUrl)
    : [{ title: 'This phone is no longer offered | Redial' }];

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, listing, estimate, similar, device, selfTest, now, structuredData } = loaderData;
  const { revalidate } = useRevalidator();
  const orderDialog = useOrderDialog(product);
  useEffect(() => recordViewedPhone(product._id), [product._id]);
  return (
    <div className="page pt-4 lg:pt-6">
      {/* The link appears after hydration: behind the breadcrumb it moves nothing. */}
      <div className="-ml-1 flex items-center gap-x-4 text-sm max-[20rem]:flex-wrap">
        <nav aria-label="Breadcrumb" className="min-w-0 overflow-x-clip">
          <ol className="flex items-center gap-1 text-ink-soft">
            <li>
              <Link to="/" className={crumb}>
                Home
              </Link>
            </li>
            <li aria-hidden="true" className="text-ink-faint">
              /
            </li>
            <li>
              <Link to={`/search?brand=${product.category}`} className={crumb}>
                {brandLabel(product.category)}
              </Link>
            </li>
            {/* In large text there is no room for the name, which is the heading below. */}
            <li aria-hidden="true" className="text-ink-faint max-[20rem]:hidden">
              /
            </li>
            <li className="min-w-0 max-[20rem]:hidden">
              <span aria-current="page" className="block truncate px-1">
                <ProductName name={product.name} />
              </span>
            </li>
          </ol>
        </nav>
        <BackToResults />
      </div>
      <div className="mt-3 grid grid-cols-1 gap-8 md:grid-cols-2 lg:mt-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14 xl:gap-20">
        <ProductPhoto key={product._id} product={product} photos={listing?.photos} />
        <div className="lg:pt-4">
          <h1 className="wrap-anywhere text-3xl">
            <ProductName name={product.name} />
          </h1>
          <p className="mt-3 text-ink-soft">
            <span className="capitalize">{product.condition}</span> condition,{' '}
            {usedFor(product.yearsOfUse)}
          </p>
          {/* In a column of the width of a few numbers, the font would decide whether the label fits. */}
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:flex-col max-lg:items-start">
            <ProductPrice product={product} />
            {estimate?.label && <PriceLabel label={estimate.label} />}
          </div>
          {listing && <PriceLowered changes={listing.priceChanges} now={now} />}
          <ul className="mt-4 grid gap-1.5 text-ink-soft text-sm">
            {product.model && (
              <li>
                <UpdateLine updates={product.model.updates} now={now} />
              </li>
            )}
            {product.possessionVerifiedAt && (
              <li className="flex gap-2">
                <BadgeCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden="true" />
                <span>
                  <span className="font-semibold text-good">Possession verified</span> on{' '}
                  <time dateTime={product.possessionVerifiedAt}>
                    {calendarDay(product.possessionVerifiedAt)}
                  </time>
                  : we saw a photo of this phone with our code
                </span>
              </li>
            )}
            {estimate && (
              <li className="flex gap-2">
                <CalendarClock
                  className="mt-0.5 size-4 shrink-0 text-ink-faint"
                  aria-hidden="true"
                />
                <span>
                  {formatPrice(estimate.costPerMonth)} a month over two years,{' '}
                  <a href="#price" className="text-accent underline underline-offset-4">
                    why
                  </a>
                </span>
              </li>
            )}
          </ul>
          <Availability product={product} similar={similar.length > 0} />
          <div className="mt-6 flex flex-wrap items-center gap-2">
            <span className="flex w-full max-md:hidden">
              <PurchaseButton
                variant="accent"
                size="large"
                product={product}
                onPurchase={orderDialog.open}
              />
            </span>
            <OfferLink product={product} />
            <FavouriteButton id={product._id} />
            <ShareButton title={product.name} />
            <ReportPhone product={product} />
          </div>
          <div className="mt-8">
            <SellerCard
              product={product}
              contact={
                <>
                  <SellerContact product={product} />
                  <MessageLink productId={product._id} />
                </>
              }
            />
          </div>
        </div>
      </div>
      <DeferredSections
        product={product}
        listing={listing}
        estimate={estimate}
        device={device}
        selfTest={selfTest}
        now={now}
      />
      {/* Hydrated after the main content. */}
      <Suspense>
        <SimilarPhones products={similar} />
      </Suspense>
      <JsonLd type="application/ld+json" text={structuredData} />
      <div className="layer-bar sticky bottom-3 mt-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-2 md:hidden print:hidden">
        <Price dollars={product.resalePrice} className="min-w-16 text-lg" />
        <span className="flex min-w-0 flex-1 max-[18rem]:basis-full">
          <PurchaseButton
            variant="accent"
            size="medium"
            product={product}
            onPurchase={orderDialog.open}
          />
        </span>
      </div>
      {orderDialog.wasStarted && (
        <OrderDialog
          key={product._id}
          product={product}
          open={orderDialog.isOpen}
          onClose={orderDialog.close}
          onSettled={() => {
            revalidate();
            refreshOwnership();
          }}
        />
      )}
    </div>
  );
}

/**
 * The order dialog of the page. Signing in for a purchase leads to its URL (`orderPath`); it does not
 * open for a product that the user sells or that somebody has ordered.
 */
function useOrderDialog({ _id, status }: Product) {
  const dialog = useHistoryDialog(orderHash);
  const ownership = useOwnership(_id);
  const isOpen = dialog.isOpen && ownership.kind !== 'selling';
  const canStart = isOpen && status === 'Available';
  const [startedFor, setStartedFor] = useState<string>();
  useEffect(() => {
    if (canStart) setStartedFor(_id);
  }, [canStart, _id]);
  return { ...dialog, isOpen, open: () => dialog.open(), wasStarted: startedFor === _id };
}

const crumb = 'inline-flex min-h-8 items-center rounded-sm px-1 hover:text-ink hover:underline';

const SimilarLink = () => (
  <a
    href="#similar"
    className="inline-flex min-h-8 items-center font-semibold text-accent underline-offset-4 hover:underline"
  >
    See similar phones
  </a>
);

/** What the viewer should know about the product's availability, if anything. */
function Availability({ product, similar }: { product: Product; similar: boolean }) {
  const ownership = useOwnership(product._id);
  switch (ownership.kind) {
    case 'selling':
      return (
        <Notice badge={<Badge tone="accent">Yours</Badge>} text="This is your own listing.">
          <Suspense>
            <ProductActions product={product} />
          </Suspense>
        </Notice>
      );
    case 'reserved':
    case 'bought':
      return (
        <Suspense>
          <OwnOrderNotice order={ownership.order} />
        </Suspense>
      );
    default:
      if (product.status !== 'Sold') return null;
      return product.isPaid ? (
        <Notice
          badge={<Badge tone="raised">Sold</Badge>}
          text={
            // Not before it is known that the viewer is not the buyer.
            <span className={ownership.kind === 'unknown' ? 'signed-in:invisible' : undefined}>
              Somebody else has bought this phone.
            </span>
          }
        >
          {similar && <SimilarLink />}
        </Notice>
      ) : (
        <HeldPhone product={product} similar={similar} />
      );
  }
}

/**
 * Rendered once for a product: a change before the notice is loaded would make React take away what the
 * server has rendered.
 */
const HeldPhone = memo(function HeldPhone({
  product,
  similar,
}: {
  product: Product;
  similar: boolean;
}) {
  return (
    <Suspense>
      <HoldNotice product={product}>{similar && <SimilarLink />}</HoldNotice>
    </Suspense>
  );
});

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const gone = isRouteErrorResponse(error) && error.status === 404;
  return gone ? <ProductGone /> : <ErrorPage error={error} />;
}

/** Everybody but its seller can report a phone. */
function ReportPhone({ product: { _id: id, status } }: { product: Product }) {
  if (useOwnership(id).kind === 'selling') return null;
  return <ReportWithReason target={{ kind: 'listing', id }} disabled={status === 'Sold'} />;
}
