import { type Hit, hitKinds } from '@redial/contract';
import { Link } from 'react-router';
import { hitLabels, hitPath } from './hit-texts.ts';

/** What a search has found, grouped by kind. */
export function HitList({ hits }: { hits: readonly Hit[] }) {
  return (
    <div className="grid gap-8">
      {hitKinds.map((kind) => {
        const found = hits.filter((hit) => hit.kind === kind);
        if (found.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`found-${kind}`}>
            <h2 id={`found-${kind}`} className="mb-3 text-xl">
              {hitLabels[kind]}
            </h2>
            <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {found.map((hit) => (
                <li key={hit._id}>
                  <Link
                    to={hitPath(hit)}
                    className="block px-4 py-3 -outline-offset-2 transition-colors hover:bg-sunken sm:px-5"
                  >
                    <bdi className="wrap-anywhere block font-semibold text-sm">{hit.title}</bdi>
                    <span className="wrap-anywhere block text-ink-soft text-xs">{hit.detail}</span>
                    <span className="wrap-anywhere block text-ink-faint text-xs">{hit._id}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
