import { NavLink } from 'react-router';
import type { Roles } from '../../session/roles.ts';
import { cx } from '../../ui/cx.ts';
import { menuEntriesFor } from './menu.ts';

/**
 * The menu entries of the user's role.
 *
 * @param counts numbers of new things, by the path of the entry
 * @param replace whether links replace the history entry, that of the drawer with this menu
 */
export function DashboardMenu({
  roles,
  counts,
  replace = false,
}: {
  roles: Roles;
  counts: Readonly<Record<string, number>>;
  replace?: boolean;
}) {
  return (
    <nav aria-label="Dashboard">
      <ul className="grid gap-1">
        {menuEntriesFor(roles).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              replace={replace}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center gap-3 rounded-md px-3.5 font-semibold text-sm transition-colors',
                  isActive
                    ? 'bg-accent-wash text-accent'
                    : 'text-ink-soft hover:bg-sunken hover:text-ink',
                )
              }
            >
              <Icon className="size-4.5 shrink-0" strokeWidth={1.9} aria-hidden="true" />
              {label}
              <Count number={counts[to] ?? 0} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The largest number shown; more is "99+". */
const maxShown = 99;

function Count({ number }: { number: number }) {
  if (number === 0) return null;
  return (
    <span className="figures ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center font-bold text-2xs text-on-accent leading-5">
      {number > maxShown ? `${maxShown}+` : number}
      <span className="sr-only"> unread</span>
    </span>
  );
}
