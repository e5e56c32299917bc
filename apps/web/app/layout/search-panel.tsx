import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { SearchBox } from './search-box.tsx';

const panelId = 'search-panel';

/** Opens the search on small screens. */
export function SearchButton() {
  return (
    <button
      type="button"
      popoverTarget={panelId}
      aria-label="Search"
      className="grid size-11 place-items-center rounded-full text-ink hover:bg-sunken lg:hidden"
    >
      <Search className="size-5.5" aria-hidden="true" />
    </button>
  );
}

/** The full-width search in a native popover, which opens before hydration. */
export function SearchPanel() {
  const panel = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const close = () => panel.current?.hidePopover?.();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after every navigation
  useEffect(close, [key]);
  useEffect(() => {
    const { current } = panel;
    const focus = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') findSearchField(current)?.focus();
    };
    current?.addEventListener('toggle', focus);
    return () => current?.removeEventListener('toggle', focus);
  }, []);
  useEffect(() => {
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  return (
    <div
      ref={panel}
      id={panelId}
      popover="auto"
      className="inset-x-0 top-0 m-0 h-16 w-full max-w-none overflow-visible border-line border-b bg-raised px-4 text-ink shadow-2 backdrop:bg-veil lg:hidden"
    >
      <SearchBox className="mt-2.5" onNavigate={close} />
    </div>
  );
}

/** `/` focuses the search, unless the user is typing or a dialog is open. */
function focusSearch(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
  const typing =
    target instanceof HTMLElement &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]',
    );
  if (typing) return;
  event.preventDefault();
  const visible = [...document.querySelectorAll<HTMLInputElement>('[data-search]')].find((field) =>
    field.checkVisibility(),
  );
  if (visible) visible.focus();
  else document.getElementById(panelId)?.showPopover();
}

const findSearchField = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLInputElement>('[data-search]');
