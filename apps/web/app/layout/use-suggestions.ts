import { type ProductSuggestion, suggestProducts } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { publicCall } from '../api.ts';

/** Milliseconds between the last keystroke and the request. */
const debounceMs = 150;

/** Suggestions for a query. */
export interface Suggestions {
  readonly q: string;
  readonly items: readonly ProductSuggestion[];
}

/**
 * Suggestions while typing. Each request aborts the one before it. Errors yield no suggestions; the
 * search itself still works.
 */
export function useSuggestions() {
  const [suggestions, setSuggestions] = useState<Suggestions>();
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
      const result = await publicCall(suggestProducts, { query: { q }, signal: controller.signal });
      if (!controller.signal.aborted) setSuggestions({ q, items: result.ok ? result.value : [] });
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
