import type { ReactNode } from 'react';

/** One question of the blog with its answer. */
export function Article({
  id,
  question,
  children,
}: {
  id: string;
  question: string;
  children: ReactNode;
}) {
  return (
    <article
      id={id}
      className="scroll-mt-24 border-line border-t pt-10 first:border-t-0 first:pt-0"
    >
      <h2 className="text-2xl">{question}</h2>
      <div className="mt-5 grid gap-4 text-ink-soft leading-relaxed [&_strong]:font-semibold [&_strong]:text-ink">
        {children}
      </div>
    </article>
  );
}

/** A list whose entries start with a term. */
export function Terms({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-3">
      {entries.map(([term, meaning]) => (
        <div key={term} className="grid gap-x-6 sm:grid-cols-[9.5rem_1fr]">
          <dt className="font-semibold text-ink">{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Code({ children }: { children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg bg-sunken px-5 py-4 font-mono text-ink text-sm leading-relaxed"
    >
      <code>{children}</code>
    </pre>
  );
}
