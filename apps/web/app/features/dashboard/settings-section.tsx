import type { ReactNode } from 'react';

/** A part of a settings page: its title beside its content, above it on narrow screens. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-3 py-8 md:grid-cols-[12rem_minmax(0,1fr)]">
      <h2 className="text-lg">{title}</h2>
      <div>{children}</div>
    </section>
  );
}
