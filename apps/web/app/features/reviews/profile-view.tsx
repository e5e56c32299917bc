import { type Profile, type Rating, reviewPoints } from '@redial/contract';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { RatingLine } from '../../ui/stars.tsx';
import { monthOf, percentOf, pointLabels } from './review-texts.ts';

/**
 * The head of a profile: name, since when, place and the figures.
 *
 * @param actions what the viewer can do
 */
export function ProfileHeader({ profile, actions }: { profile: Profile; actions: ReactNode }) {
  const { name, photo, seller, varified, since, place, ratings } = profile;
  const rating = ratings.seller ?? ratings.buyer;
  return (
    <header className="rounded-xl bg-sunken p-5 sm:p-8">
      <div className="flex flex-wrap items-center gap-4 sm:gap-5">
        <Avatar name={name} photo={photo} className="size-16 text-2xl sm:size-20" />
        <div className="min-w-0 flex-1 basis-40">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0 text-3xl">
              <bdi>{name}</bdi>
            </h1>
            {varified && <VerifiedBadge />}
          </div>
          <p className="mt-1 text-ink-soft">
            {seller ? 'Sells' : 'Buys'} on Redial since {monthOf(since)}
          </p>
        </div>
      </div>
      {place && (
        <p className="mt-4 flex items-start gap-2 text-ink-soft text-sm">
          <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="wrap-anywhere" dir="auto">
            {place}
          </span>
        </p>
      )}
      <p className="mt-4">
        {rating ? <RatingLine rating={rating} /> : <span className="text-sm">No reviews yet</span>}
      </p>
      {seller && <SalesFigures profile={profile} />}
      <p className="mt-4 -ml-3">{actions}</p>
    </header>
  );
}

const answerTexts: Readonly<Record<NonNullable<Profile['answersWithinHours']>, string>> = {
  1: 'within an hour',
  4: 'within 4 hours',
  24: 'within a day',
  72: 'within 3 days',
};

function SalesFigures({
  profile: { completedSales, gradeAccuracy, answersWithinHours },
}: {
  profile: Profile;
}) {
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <Figure label="Completed sales" value={String(completedSales)} />
      {gradeAccuracy && (
        <Figure
          label="As described"
          value={percentOf(gradeAccuracy.asDescribed, gradeAccuracy.sales)}
          hint={`of ${gradeAccuracy.sales} ${gradeAccuracy.sales === 1 ? 'sale' : 'sales'}`}
        />
      )}
      {answersWithinHours && (
        <Figure label="Usually answers" value={answerTexts[answersWithinHours]} />
      )}
    </dl>
  );
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd>
        <span className="figures font-semibold text-xl">{value}</span>
        {hint && <span className="ml-2 text-ink-soft">{hint}</span>}
      </dd>
    </div>
  );
}

/** The rating as a seller or as a buyer: how many reviews have how many stars, and the points. */
export function RatingPanel({ title, rating }: { title: string; rating: Rating }) {
  const points = reviewPoints.flatMap((point) => {
    const average = rating.points[point];
    return average ? [{ point, average }] : [];
  });
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-5 text-sm">
      <h3 className="text-base">{title}</h3>
      <p className="mt-1">
        <RatingLine rating={rating} />
      </p>
      <dl className="mt-4 grid gap-1.5">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = rating.stars[stars - 1] ?? 0;
          return (
            <div
              key={stars}
              className="grid grid-cols-[4rem_minmax(0,1fr)_2rem] items-center gap-3"
            >
              <dt>{stars === 1 ? '1 star' : `${stars} stars`}</dt>
              <dd aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
                <svg
                  aria-hidden="true"
                  className="block h-2 w-full"
                  preserveAspectRatio="none"
                  viewBox="0 0 100 1"
                >
                  <rect className="fill-accent" width={(count / rating.count) * 100} height="1" />
                </svg>
              </dd>
              <dd className="figures text-right text-ink-soft">{count}</dd>
            </div>
          );
        })}
        {points.map(({ point, average }) => (
          <div
            key={point}
            className="flex flex-wrap justify-between gap-x-3 border-line border-t pt-1.5"
          >
            <dt>{pointLabels[point]}</dt>
            <dd>
              <span className="figures">{average.average.toFixed(1)}</span>{' '}
              <span className="text-ink-soft">from {average.count}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A titled part of the profile. */
export function ProfileSection({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count?: number;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-5 text-2xl">
        {title}
        {count ? <span className="figures ml-3 text-ink-faint text-lg">{count}</span> : null}
      </h2>
      {children}
    </section>
  );
}
