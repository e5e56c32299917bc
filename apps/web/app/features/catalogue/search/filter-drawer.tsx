import type { ProductFacets } from '@redial/contract';
import { Drawer } from '../../../ui/drawer.tsx';
import { FilterForm } from './filter-form.tsx';
import type { ProductSearch } from './filters.ts';

/** The filters on small screens. */
export function FilterDrawer({
  open,
  onOpenChange,
  ...form
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  search: ProductSearch;
  facets: ProductFacets | undefined;
  total: number | undefined;
}) {
  return (
    <Drawer title="Filters" side="right" open={open} onOpenChange={onOpenChange}>
      <FilterForm {...form} showButton onShow={() => onOpenChange(false)} />
    </Drawer>
  );
}
