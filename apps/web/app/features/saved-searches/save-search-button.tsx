import type { FacetQuery } from '@redial/contract';
import { Bell } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { withReturnTo } from '../../session/return-to.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useHistoryDialog } from '../../ui/use-history-dialog.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

const SaveSearchDialog = lazyDialog(
  async () => (await import('./save-search-dialog.tsx')).SaveSearchDialog,
);

/** Hash of the URL while the dialog is open; signing in returns to it. */
const dialogName = 'save-search';

/** Saves the search of a result page. Visitors sign in first, and come back to the dialog. */
export function SaveSearchButton({
  search,
  suggestedName,
}: {
  search: FacetQuery;
  suggestedName: string;
}) {
  const dialog = useHistoryDialog(dialogName);
  const { status } = useSession();
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const open = () => {
    if (status !== 'signed-out') dialog.open();
    else navigate(withReturnTo('/login', `${pathname}${query}#${dialogName}`));
  };
  return (
    <>
      <Button variant="outline" size="small" className={hydrated ? '' : 'invisible'} onClick={open}>
        <Bell className="size-4" aria-hidden="true" />
        Save search
      </Button>
      <SaveSearchDialog
        open={dialog.isOpen && status === 'signed-in'}
        onClose={dialog.close}
        search={search}
        suggestedName={suggestedName}
      />
    </>
  );
}
