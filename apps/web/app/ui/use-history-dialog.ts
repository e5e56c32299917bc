import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

/** Navigation state of a history entry with an open dialog. */
interface DialogState {
  readonly dialog: string;
  /** What the dialog shows; must be structured-cloneable. */
  readonly about?: unknown;
  /** Key of the entry from which the dialog was opened. */
  readonly visit: string;
}

const neverChanges = () => () => undefined;

const dialogState = ({ state }: Location) => state as DialogState | null;

/** The key of a history entry, the same with and without an open dialog. */
export const visitKey = (location: Location): string =>
  dialogState(location)?.visit ?? location.key;

/**
 * A dialog with a history entry of its own, so that Back closes it instead of leaving the page.
 *
 * @param name hash of the URL while the dialog is open
 */
export function useHistoryDialog<About = undefined>(name: string) {
  const navigate = useNavigate();
  const location = useLocation();
  const { search, hash, key } = location;
  const state = dialogState(location);
  // On the server there is no hash. Unlike `useHydrated`, this renders again only where one is open.
  const isOpen = useSyncExternalStore(
    neverChanges,
    () => hash === `#${name}`,
    () => false,
  );
  // Keeps the dialog and its content mounted during the closing animation.
  const [last, setLast] = useState<About>();
  const about = state?.dialog === name ? (state.about as About) : undefined;
  useEffect(() => {
    if (isOpen) setLast(() => about);
  }, [isOpen, about]);
  // The location changes asynchronously: a second click must not go back twice.
  const closing = useRef<string>(undefined);
  return {
    isOpen,
    about: isOpen ? about : last,
    /** @param replace whether it takes the place of another open dialog */
    open(content?: About, replace = false) {
      if (isOpen) return;
      const next: DialogState = { dialog: name, about: content, visit: visitKey(location) };
      navigate({ search, hash: name }, { state: next, replace, preventScrollReset: true });
    },
    close() {
      if (!isOpen || closing.current === key) return;
      closing.current = key;
      // Opened from a link, there is no entry of the page without the dialog.
      if (state?.dialog === name) navigate(-1);
      else navigate({ search, hash: '' }, { replace: true, preventScrollReset: true });
    },
  };
}
