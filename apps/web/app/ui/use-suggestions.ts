import { useEffect, useRef, useState } from 'react';

/** Milliseconds between the last keystroke and the request. */
const debounceMs = 150;

/** Suggestions for a text. */
export interface Suggestions<Item> {
  readonly q: string;
  readonly items: readonly Item[];
}

/**
 * Suggestions while typing. Each request aborts the one before it.
 *
 * @param fetchItems yields no items after an error: a field works without its suggestions.
 */
export function useSuggestions<Item>(
  fetchItems: (q: string, signal: AbortSignal) => Promise<readonly Item[]>,
) {
  const [suggestions, setSuggestions] = useState<Suggestions<Item>>();
  const pending = useRef<PendingRequest>(undefined);

  useEffect(() => () => cancel(pending.current), []);

  function requestSuggestions(text: string): void {
    cancel(pending.current);
    const q = text.trim();
    if (q === '') {
      setSuggestions(undefined);
      return;
    }
    const controller = new AbortController();
    const fetchSuggestions = async () => {
      const items = await fetchItems(q, controller.signal);
      if (!controller.signal.aborted) setSuggestions({ q, items });
    };
    pending.current = { timer: setTimeout(fetchSuggestions, debounceMs), controller };
  }

  return {
    suggestions,
    requestSuggestions,
    close() {
      cancel(pending.current);
      setSuggestions(undefined);
    },
  };
}

interface PendingRequest {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly controller: AbortController;
}

function cancel(request: PendingRequest | undefined): void {
  clearTimeout(request?.timer);
  request?.controller.abort();
}
