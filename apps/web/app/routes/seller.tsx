import { getProfile, listReviews, type Product, type Profile } from '@redial/contract';
import { Suspense, useEffect, useState } from 'react';
import { data, href, isRouteErrorResponse, Link } from 'react-router';
import { createServerCall } from '../api.ts';
import { webContext } from '../context.ts';
import { escapeJsonForScript } from '../features/catalogue/product/structured-data.ts';
import { ProductCard } from '../features/catalogue/product-card.tsx';
import { ProductGrid } from '../features/catalogue/product-grid.tsx';
import { ReportWithReason } from '../features/moderation/report-with-reason.tsx';
import { profileJsonLd } from '../features/reviews/profile-json-ld.ts';
import { ProfileHeader, ProfileSection, RatingPanel } from '../features/reviews/profile-view.tsx';
import { ReviewList } from '../features/reviews/review-list.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { JsonLd } from '../layout/json-ld.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import { fetchUserRoles, moderates } from '../session/guards.ts';
import type { IdentityUser } from '../session/identity-client.ts';
import { useSession } from '../session/session-store.ts';
import { buttonClass } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import type { Route } from './+types/seller.ts';

// Only for admins.
const RemovePhoto = lazyPart(
  async () => (await import('../features/moderation/remove-photo.tsx')).RemovePhoto,
);
const RemoveReview = lazyPart(
  async () => (await import('../features/reviews/remove-review.tsx')).RemoveReview,
);

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const call = createServerCall(context);
  const before = url.searchParams.get('before');
  const [profile, reviews] = await Promise.all([
    call(getProfile, { params: { id } }),
    call(listReviews, { params: { id }, query: before === null ? {} : { before } }),
  ]);
  if (!profile.ok || !reviews.ok) {
    const error = profile.ok ? (reviews.ok ? undefined : reviews.error) : profile.error;
    const isMissing = error?.code === 'profile.not-found' || error?.code === 'request.invalid';
    throw data(error?.message, { status: isMissing ? 404 : error?.status || 503 });
  }
  return {
    profile: profile.value,
    reviews: reviews.value,
    isContinued: before !== null,
    now: Date.now(),
    structuredData: escapeJsonForScript(
      profileJsonLd(profile.value, context.get(webContext).publicUrl),
    ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: 'There is no such profile | Redial' }];
  const { profile, isContinued } = loaderData;
  return [
    ...siteMeta({
      title: `${profile.name} | Redial`,
      description: descriptionOf(profile),
      publicUrl: matches[0].loaderData.publicUrl,
      path: `/sellers/${profile._id}`,
    }),
    // The profiles of people who only buy are for those who deal with them.
    ...(profile.seller && !isContinued ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

function descriptionOf({ name, completedSales, currentCount, ratings }: Profile): string {
  const { seller } = ratings;
  const rating = seller ? `${seller.average.toFixed(1)} of 5 from ${seller.count} reviews, ` : '';
  return `${name} on Redial: ${rating}${completedSales} completed sales, ${currentCount} phones on offer.`;
}

export default function SellerPage({ loaderData }: Route.ComponentProps) {
  const { profile, reviews, isContinued, now, structuredData } = loaderData;
  const { ratings, current, currentCount, sold, soldCount } = profile;
  const admin = useAdmin();
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-14 pt-6 lg:pt-10">
      <ProfileHeader
        profile={profile}
        actions={
          <span className="flex flex-wrap items-center gap-3">
            <ReportWithReason target={{ kind: 'person', id: profile._id }} />
            {admin && profile.photo !== null && (
              <Suspense>
                <RemovePhoto userId={profile._id} />
              </Suspense>
            )}
          </span>
        }
      />
      {current.length > 0 && (
        <ProfileSection id="current" title="On offer" count={currentCount}>
          <Phones products={current} now={now} />
        </ProfileSection>
      )}
      <ProfileSection id="reviews" title="Reviews">
        {(ratings.seller || ratings.buyer) && (
          <div className="mb-8 grid gap-4 md:grid-cols-2">
            {ratings.seller && <RatingPanel title="As a seller" rating={ratings.seller} />}
            {ratings.buyer && <RatingPanel title="As a buyer" rating={ratings.buyer} />}
          </div>
        )}
        {reviews.reviews.length === 0 ? (
          <p className="text-ink-soft">
            {isContinued ? 'There are no earlier reviews.' : 'There are no reviews yet.'}
          </p>
        ) : (
          <ReviewList
            reviews={reviews.reviews}
            actionsOf={(review) => {
              const authorName = review.authorName ?? 'a deleted account';
              return (
                <div className="flex flex-wrap items-center gap-3">
                  <ReportWithReason
                    target={{ kind: 'review', id: review._id }}
                    name={`Report the review of ${authorName}`}
                  />
                  {admin && (
                    <Suspense>
                      <RemoveReview reviewId={review._id} authorName={authorName} />
                    </Suspense>
                  )}
                </div>
              );
            }}
          />
        )}
        <p className="mt-8 flex flex-wrap gap-3 empty:hidden">
          {isContinued && (
            <Link to={href('/sellers/:id', { id: profile._id })} className={buttonClass('outline')}>
              Newest reviews
            </Link>
          )}
          {reviews.nextBefore && (
            <Link to={`?before=${reviews.nextBefore}`} className={buttonClass('outline')}>
              Earlier reviews
            </Link>
          )}
        </p>
      </ProfileSection>
      {sold.length > 0 && (
        <ProfileSection id="sold" title="Sold" count={soldCount}>
          <Phones products={sold} now={now} />
        </ProfileSection>
      )}
      <JsonLd type="application/ld+json" text={structuredData} />
    </div>
  );
}

function Phones({ products, now }: { products: readonly Product[]; now: number }) {
  return (
    <ProductGrid deferredCount={products.length}>
      {products.map((product) => (
        <li key={product._id} className="lazy-card">
          <ProductCard product={product} now={now} />
        </li>
      ))}
    </ProductGrid>
  );
}

/** The signed-in user if it is an admin; the page itself is the same for everybody. */
function useAdmin(): IdentityUser | undefined {
  const session = useSession();
  const [admin, setAdmin] = useState<IdentityUser>();
  const user = session.status === 'signed-in' ? session.user : undefined;
  useEffect(() => {
    setAdmin(undefined);
    if (!user) return;
    let isCurrent = true;
    fetchUserRoles(user).then(
      (roles) => moderates(roles) && isCurrent && setAdmin(user),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [user]);
  return admin;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <section className="page grid min-h-[70vh] place-content-center justify-items-center py-20 text-center">
      <p className="figures font-bold font-display text-[clamp(6rem,22vw,14rem)] text-accent leading-none tracking-tighter">
        404
      </p>
      <h1 className="mt-4 max-w-xl text-2xl">There is no such profile</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        The account was deleted, or the link is wrong. There are plenty of other sellers.
      </p>
      <Link to="/search" className={buttonClass('accent', 'medium', 'mt-8')}>
        See all phones
      </Link>
    </section>
  );
}
