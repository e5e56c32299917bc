import { findLimits } from '@redial/contract';
import { Search } from 'lucide-react';
import { Form, href } from 'react-router';
import { cx } from '../../ui/cx.ts';

/** The search of admins and staff. The shortcut focuses the one that is visible. */
export function FindField({ className }: { className?: string }) {
  return (
    <Form
      action={href('/dashboard/find')}
      role="search"
      aria-label="People, phones, orders"
      className={cx('relative', className)}
    >
      <Search
        className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-faint"
        aria-hidden="true"
      />
      <input
        type="search"
        name="q"
        aria-label="Find by id, e-mail or name"
        placeholder="Find"
        maxLength={findLimits.maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        data-find
        className="h-9 w-full rounded-full border border-line-strong bg-surface pr-3 pl-9 text-ink text-sm placeholder:text-ink-faint max-lg:text-base"
      />
    </Form>
  );
}
