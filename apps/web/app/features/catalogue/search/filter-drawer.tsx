import type { ProductFacets } from '@redial/contract';
import { Drawer } from '../../../ui/drawer.tsx';
import { FilterForm } from './filter-form.tsx';
import type { ProductSearch } from './filters.ts';

/** The filters on small screens. */
export function FilterDrawer({
  open,
  onClose,
  onShow,
  ...form
}: {
  open: boolean;
  onClose: () => void;
  /** Called with the URL of the chosen search. */
  onShow: (href: string) => void;
  /** Called with the URL of the search after a filter has changed. */
  onChange: (href: string) => void;
  search: ProductSearch;
  facets: ProductFacets | undefined;
  total: number | undefined;
}) {
  return (
    <Drawer title="Filters" side="right" open={open} onClose={onClose}>
      <FilterForm {...form} showButton onShow={onShow} />
    </Drawer>
  );
}
