import { NavLink } from 'react-router';
import type { Roles } from '../../session/roles.ts';
import { cx } from '../../ui/cx.ts';
import { menuEntriesFor } from './menu.ts';

/**
 * The menu entries of the user's role.
 *
 * @param replace whether links replace the history entry, that of the drawer with this menu
 */
export function DashboardMenu({ roles, replace = false }: { roles: Roles; replace?: boolean }) {
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
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
