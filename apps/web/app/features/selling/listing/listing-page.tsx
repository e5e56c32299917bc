import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CompletenessCard } from './completeness-card.tsx';
import { GradeCard } from './grade-card.tsx';
import type { ListingPageData, ListingSection } from './listing-section.ts';

/** The sections of a listing beside its completeness and its grade. */
export function ListingPage({
  data,
  sections,
}: {
  data: ListingPageData;
  sections: readonly ListingSection[];
}) {
  const { hash } = useLocation();
  const [open, setOpen] = useState<readonly string[]>([]);
  // A link to a section opens it.
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (!id) return;
    setOpen((ids) => (ids.includes(id) ? ids : [...ids, id]));
    requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'start' }));
  }, [hash]);
  const toggle = (id: string, isOpen: boolean) =>
    setOpen((ids) => (isOpen ? [...new Set([...ids, id])] : ids.filter((each) => each !== id)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:sticky xl:top-28 xl:order-last xl:grid-cols-1">
        <CompletenessCard completeness={data.listing.completeness} sections={sections} />
        <GradeCard listing={data.listing} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {sections.map((section) => (
          <Disclosure
            key={section.id}
            section={section}
            data={data}
            isOpen={open.includes(section.id)}
            onToggle={(isOpen) => toggle(section.id, isOpen)}
          />
        ))}
      </div>
    </div>
  );
}

function Disclosure({
  section: { id, title, summary, covers = [], Section },
  data,
  isOpen,
  onToggle,
}: {
  section: ListingSection;
  data: ListingPageData;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  const text = summary(data);
  const missing = covers.filter((item) => data.listing.completeness.missing.includes(item));
  return (
    <details
      id={id}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group scroll-mt-28 rounded-lg border border-line bg-surface open:border-line-strong"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 rounded-lg px-5 py-3 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h2 className="text-lg">{title}</h2>
          <span className="block truncate text-ink-soft text-sm">{text || 'Not stated yet'}</span>
        </span>
        {missing.length > 0 && <Badge tone="accent">Add</Badge>}
        <ChevronDown
          className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="px-5 pt-2 pb-6">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <Section data={data} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
