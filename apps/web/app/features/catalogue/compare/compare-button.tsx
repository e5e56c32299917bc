import { CardIcon } from '../../../ui/card-icon.tsx';
import { cx } from '../../../ui/cx.ts';
import { toggleCompared, useIsCompared, useIsTrayFull } from './compare-store.ts';

/** Adds a phone to the tray of phones to compare, or removes it. */
export function CompareButton({ id, name }: { id: string; name: string }) {
  const isChosen = useIsCompared(id);
  const isFull = useIsTrayFull();
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`Compare ${name}`}
      title="Compare"
      disabled={!isChosen && isFull}
      onClick={() => toggleCompared(id)}
      className={cx(
        'grid size-9 place-items-center rounded-full shadow-1 transition-colors disabled:opacity-60 print:hidden',
        isChosen ? 'bg-accent text-on-accent' : 'bg-raised text-ink-soft hover:text-ink',
      )}
    >
      <CardIcon name={isChosen ? 'check' : 'scale'} className="size-4.5" />
    </button>
  );
}
