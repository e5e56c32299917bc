import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { PageKey } from './shortcut-keys.ts';

/** Lists the keyboard shortcuts, and switches them off. */
export function ShortcutsDialog({
  open,
  onClose,
  pages,
  isOn,
  onChange,
}: {
  open: boolean;
  onClose: () => void;
  pages: readonly PageKey[];
  isOn: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="mt-4 flex items-center justify-between gap-4 text-sm">
        <span>Shortcuts are {isOn ? 'on' : 'off'} in this browser</span>
        <Switch checked={isOn} onChange={onChange} label="Keyboard shortcuts" />
      </div>
      <dl className="mt-5 grid gap-3 text-sm">
        <Line keys={['/']}>Find people, phones, orders and payments</Line>
        <Line keys={['?']}>This list</Line>
        {pages.map(({ key, label }) => (
          <Line key={key} keys={['g', key]}>
            {label}
          </Line>
        ))}
        <Line keys={['j', 'k']}>Next and previous item of the moderation queue</Line>
        <Line keys={['Enter']}>Decide about that item</Line>
        <Line keys={['Esc']}>Close a dialog</Line>
      </dl>
    </Dialog>
  );
}

function Line({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-ink-soft">{children}</dt>
      <dd className="flex shrink-0 gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="rounded-sm border border-line-strong px-1.5 font-semibold text-xs"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
