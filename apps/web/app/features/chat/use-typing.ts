import { chatLimits, reportTyping } from '@redial/contract';
import { useRef } from 'react';
import { call } from '../../session/call.ts';

/** @returns a function to call with each change of the text: shows the partner that the user is writing. */
export function useTyping(id: string): () => void {
  const reportedAt = useRef(0);
  return () => {
    if (Date.now() - reportedAt.current < chatLimits.typingRepeatSeconds * 1000) return;
    reportedAt.current = Date.now();
    // A failure shows nothing to the partner, and nothing is repeated.
    void call(reportTyping, { params: { id } });
  };
}
