import { type KeyboardEvent, useId, useState } from 'react';

/** The id of an option, which the input refers to. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

/**
 * A text input with a list of suggestions (WAI-ARIA combobox, list autocomplete with manual selection).
 * The focus stays in the input, which refers to the active option; any text can be entered.
 *
 * @param items the suggestions; the list is open while there are any
 * @param onRequest called with the text when the user asks for suggestions
 * @param onSelect called with the chosen suggestion
 * @param onClose closes the list
 */
export function useCombobox<Item>({
  items,
  onRequest,
  onSelect,
  onClose,
}: {
  items: readonly Item[];
  onRequest: (text: string) => void;
  onSelect: (item: Item) => void;
  onClose: () => void;
}) {
  const list = useId();
  const [active, setActive] = useState(-1);
  const open = items.length > 0;

  const close = () => {
    onClose();
    setActive(-1);
  };
  const select = (item: Item) => {
    close();
    onSelect(item);
  };
  const moveActive = (by: 1 | -1) => {
    // One more position than suggestions: the input itself.
    const positions = items.length + 1;
    setActive(((active + 1 + by + positions) % positions) - 1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const chosen = items[active];
    const keyBindings: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (open ? moveActive(1) : onRequest(value)),
      ArrowUp: open ? () => moveActive(-1) : undefined,
      Escape: open ? close : undefined,
      Enter: chosen === undefined ? undefined : () => select(chosen),
    };
    const act = keyBindings[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return {
    active,
    open,
    select,
    close,
    /** For the input. */
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? list : undefined,
      'aria-activedescendant': open && active >= 0 ? optionId(list, active) : undefined,
      autoComplete: 'off',
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        setActive(-1);
        onRequest(currentTarget.value);
      },
      onKeyDown,
    } as const,
    /** For the list. */
    listProps: { id: list, active, onHover: setActive, onSelect: select } as const,
  };
}

/** Announces the number of suggestions. */
export function suggestionCountText(count: number): string {
  if (count === 0) return 'No suggestions';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
