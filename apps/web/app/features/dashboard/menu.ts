import {
  Bell,
  CircleUserRound,
  FileLock2,
  Flag,
  Gauge,
  Gavel,
  HandCoins,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MessageSquareWarning,
  PackagePlus,
  Scale,
  ScanSearch,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  Smartphone,
  Store,
  Tag,
  Users,
  Wallet,
} from 'lucide-react';
import { href } from 'react-router';
import type { Roles } from '../../session/roles.ts';

export interface MenuEntry {
  readonly label: string;
  readonly to: string;
  readonly icon: LucideIcon;
}

const messages: MenuEntry = {
  label: 'Messages',
  to: href('/dashboard/messages'),
  icon: MessageSquareText,
};

const offers: MenuEntry = { label: 'Offers', to: href('/dashboard/offers'), icon: Tag };

const overview: MenuEntry = { label: 'Overview', to: href('/dashboard/overview'), icon: Gauge };

const disputes: MenuEntry = { label: 'Disputes', to: href('/dashboard/disputes'), icon: Gavel };

const reportedProducts: MenuEntry = {
  label: 'Reported Product',
  to: href('/dashboard/reported-products'),
  icon: Flag,
};

const moderation: readonly MenuEntry[] = [
  { label: 'Possession Photos', to: href('/dashboard/possession-proofs'), icon: ScanSearch },
  {
    label: 'Reported Messages',
    to: href('/dashboard/reported-messages'),
    icon: MessageSquareWarning,
  },
  { label: 'Moderation', to: href('/dashboard/moderation'), icon: ShieldCheck },
];

/** The menu entries of a role: those of the specification, 2, and then others. */
export function menuEntriesFor({ isAdmin, isSeller, staffRole }: Roles): readonly MenuEntry[] {
  if (isAdmin) {
    return [
      { label: 'All Sellers', to: href('/dashboard/allsellers'), icon: Store },
      { label: 'All Buyers', to: href('/dashboard/allbuyers'), icon: Users },
      reportedProducts,
      overview,
      disputes,
      { label: 'Models', to: href('/dashboard/models'), icon: ListChecks },
      { label: 'Ledger', to: href('/dashboard/ledger'), icon: Scale },
      { label: 'Seller Records', to: href('/dashboard/seller-records'), icon: FileLock2 },
      ...moderation,
      messages,
      { label: 'Audit Log', to: href('/dashboard/audit-log'), icon: ScrollText },
      { label: 'Team', to: href('/dashboard/team'), icon: CircleUserRound },
    ];
  }
  if (isSeller) {
    return [
      { label: 'My Products', to: href('/dashboard/myproducts'), icon: Smartphone },
      { label: 'Add Products', to: href('/dashboard/addproduct'), icon: PackagePlus },
      { label: 'Sales', to: href('/dashboard/sales'), icon: HandCoins },
      { label: 'Balance', to: href('/dashboard/balance'), icon: Wallet },
      messages,
      offers,
    ];
  }
  return [
    ...(staffRole ? [overview] : []),
    ...(staffRole === 'moderator' ? [...moderation.toReversed(), reportedProducts] : []),
    ...(staffRole === 'support' ? [disputes] : []),
    { label: 'My Orders', to: href('/dashboard/myorders'), icon: ShoppingBag },
    messages,
    offers,
    { label: 'Saved Searches', to: href('/dashboard/saved-searches'), icon: Bell },
  ];
}

/** The redirect target of `/dashboard` (specification, 2); staff begin with what they are there for. */
export function dashboardHomeFor({ isAdmin, isSeller, staffRole }: Roles): string {
  if (isSeller) return href('/dashboard/addproduct');
  if (isAdmin) return href('/dashboard/allsellers');
  if (staffRole === 'moderator') return href('/dashboard/moderation');
  if (staffRole === 'support') return href('/dashboard/disputes');
  return href('/dashboard/myorders');
}
