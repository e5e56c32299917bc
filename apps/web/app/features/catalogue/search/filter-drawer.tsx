import type { ProductFacets } from '@redial/contract';
import { Drawer } from '../../../ui/drawer.tsx';
import { FilterForm } from './filter-form.tsx';
import { type ProductSearch, searchHref } from './filters.ts';

/** The filters on small screens. */
export function FilterDrawer({
  open,
  onClose,
  ...form
}: {
  open: boolean;
  /** Called with the URL of the chosen search. */
  onClose: (href: string) => void;
  /** Called with the URL of the search after a filter has changed. */
  onChange: (href: string) => void;
  search: ProductSearch;
  facets: ProductFacets | undefined;
  total: number | undefined;
}) {
  return (
    <Drawer
      title="Filters"
      side="right"
      open={open}
      onOpenChange={(next) => next || onClose(searchHref(form.search))}
    >
      <FilterForm {...form} showButton onShow={onClose} />
    </Drawer>
  );
}
