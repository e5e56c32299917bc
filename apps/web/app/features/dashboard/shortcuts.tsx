import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Roles } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { menuEntriesFor } from './menu.ts';
import { areShortcutsOn, pageKeys, setShortcutsOn } from './shortcut-keys.ts';

const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** Milliseconds in which the second key of a shortcut follows. */
const sequenceMs = 1500;

/**
 * The keyboard shortcuts of admins and staff, and the button that lists them. They can be switched off, as
 * speech input types letters, too (WCAG 2.1.4).
 */
export function Shortcuts({ roles }: { roles: Roles }) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const open = menuEntriesFor(roles).map(({ to }) => to);
  const pages = pageKeys.filter(({ to, linkedFrom = to }) => open.includes(linkedFrom));
  useEffect(() => {
    if (!isOn) return;
    let goAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const page = pages.find(({ key }) => key === event.key);
      if (event.key === '/') {
        const fields = [...document.querySelectorAll<HTMLInputElement>('[data-find]')];
        const field = fields.find((each) => each.checkVisibility());
        if (!field) return;
        event.preventDefault();
        field.focus();
        field.select();
      } else if (event.key === '?') {
        setIsOpen(true);
      } else if (event.key === 'g') {
        goAt = event.timeStamp;
      } else if (page && event.timeStamp - goAt < sequenceMs) {
        goAt = Number.NEGATIVE_INFINITY;
        void navigate(page.to);
      }
    };
    // Before the listener by which `/` focuses the search of phones.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isOn, navigate, pages]);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        className="mt-4 text-ink-faint max-lg:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Keyboard className="size-4" aria-hidden="true" />
        Shortcuts
      </Button>
      <ShortcutsDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        pages={pages}
        isOn={isOn}
        onChange={(on) => {
          setShortcutsOn(on);
          setIsOn(on);
        }}
      />
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
