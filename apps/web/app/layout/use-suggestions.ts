import { type ProductSuggestion, suggestProducts } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { publicCall } from '../api.ts';

/** Milliseconds after the last key until suggestions are asked for. */
const debounceMs = 150;

/** What is suggested for which words. */
export interface Suggestions {
  readonly q: string;
  readonly items: readonly ProductSuggestion[];
}

/**
 * Suggestions for what is being typed. Only the newest question counts: those before it are called
 * off. Where none can be had (the line is bad) there are none; the search itself still works.
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
    const calls = new AbortController();
    const fetchSuggestions = async () => {
      const result = await publicCall(suggestProducts, { query: { q }, signal: calls.signal });
      if (!calls.signal.aborted) setSuggestions({ q, items: result.ok ? result.value : [] });
    };
    pending.current = { timer: setTimeout(fetchSuggestions, debounceMs), calls };
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
  readonly calls: AbortController;
}

function cancel(asked: PendingRequest | undefined): void {
  clearTimeout(asked?.timer);
  asked?.calls.abort();
}
