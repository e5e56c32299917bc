import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within or beside text, with a target of 32 px. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center font-semibold text-accent text-sm underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
