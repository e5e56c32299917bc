import { type ProductSuggestion, suggestProducts } from '@redial/contract';
import { useEffect, useRef, useState } from 'react';
import { publicCall } from '../api.ts';

/** Milliseconds after the last key until suggestions are asked for. */
const typingPause = 150;

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
  const asked = useRef<Asked>(undefined);

  useEffect(() => () => drop(asked.current), []);

  function ask(text: string): void {
    drop(asked.current);
    const q = text.trim();
    if (q === '') {
      setSuggestions(undefined);
      return;
    }
    const calls = new AbortController();
    const look = async () => {
      const result = await publicCall(suggestProducts, { query: { q }, signal: calls.signal });
      if (!calls.signal.aborted) setSuggestions({ q, items: result.ok ? result.value : [] });
    };
    asked.current = { timer: setTimeout(look, typingPause), calls };
  }

  return {
    suggestions,
    ask,
    close() {
      drop(asked.current);
      setSuggestions(undefined);
    },
  };
}

interface Asked {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly calls: AbortController;
}

function drop(asked: Asked | undefined): void {
  clearTimeout(asked?.timer);
  asked?.calls.abort();
}
