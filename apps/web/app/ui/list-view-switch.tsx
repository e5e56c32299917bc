import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { showRows, showsRows, subscribeToListView } from './list-view.ts';

/** Switches lists of results between cards and rows, where there is the choice: on small screens. */
export function ListViewSwitch() {
  const rows = useSyncExternalStore(subscribeToListView, showsRows, () => false);
  return (
    <Button variant="outline" size="small" className="sm:hidden" onClick={() => showRows(!rows)}>
      {rows ? 'Show cards' : 'Show rows'}
    </Button>
  );
}
