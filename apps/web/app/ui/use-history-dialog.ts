import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/**
 * A dialog with a history entry of its own, so that Back closes it instead of leaving the page.
 *
 * @param name hash of the URL while the dialog is open
 */
export function useHistoryDialog(name: string) {
  const navigate = useNavigate();
  const { hash, state } = useLocation();
  const isOpen = useHydrated() && hash === `#${name}`;
  // Keeps the dialog mounted during its closing animation.
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpened(true);
  }, [isOpen]);
  return {
    isOpen,
    wasOpened: isOpen || wasOpened,
    open() {
      navigate({ hash: name }, { state: { dialog: name }, preventScrollReset: true });
    },
    close() {
      // Opened from a link, there is no entry of the page without the dialog.
      if ((state as { dialog?: string } | null)?.dialog === name) navigate(-1);
      else navigate({ hash: '' }, { replace: true, preventScrollReset: true });
    },
  };
}
