import {
  Bell,
  FileLock2,
  Flag,
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

/** The menu entries of a role: those of the specification, 2, and then others. */
export function menuEntriesFor({ isAdmin, isSeller }: Roles): readonly MenuEntry[] {
  if (isAdmin) {
    return [
      { label: 'All Sellers', to: href('/dashboard/allsellers'), icon: Store },
      { label: 'All Buyers', to: href('/dashboard/allbuyers'), icon: Users },
      { label: 'Reported Product', to: href('/dashboard/reported-products'), icon: Flag },
      { label: 'Disputes', to: href('/dashboard/disputes'), icon: Gavel },
      { label: 'Models', to: href('/dashboard/models'), icon: ListChecks },
      { label: 'Ledger', to: href('/dashboard/ledger'), icon: Scale },
      { label: 'Seller Records', to: href('/dashboard/seller-records'), icon: FileLock2 },
      {
        label: 'Possession Photos',
        to: href('/dashboard/possession-proofs'),
        icon: ScanSearch,
      },
      {
        label: 'Reported Messages',
        to: href('/dashboard/reported-messages'),
        icon: MessageSquareWarning,
      },
      { label: 'Moderation', to: href('/dashboard/moderation'), icon: ShieldCheck },
      messages,
      { label: 'Audit Log', to: href('/dashboard/audit-log'), icon: ScrollText },
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
    { label: 'My Orders', to: href('/dashboard/myorders'), icon: ShoppingBag },
    messages,
    offers,
    { label: 'Saved Searches', to: href('/dashboard/saved-searches'), icon: Bell },
  ];
}

/** The redirect target of `/dashboard` (specification, 2). */
export function dashboardHomeFor({ isAdmin, isSeller }: Roles): string {
  if (isSeller) return href('/dashboard/addproduct');
  if (isAdmin) return href('/dashboard/allsellers');
  return href('/dashboard/myorders');
}
