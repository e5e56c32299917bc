import { useEffect, useRef } from 'react';

/**
 * Questions about what has been typed, which saving once more confirms.
 *
 * Moves into view: the button that is pressed keeps its place, and what is above may be hidden.
 */
export function Questions({ questions }: { questions: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (questions.length > 0) box.current?.scrollIntoView({ block: 'nearest' });
  }, [questions]);
  return (
    <div
      ref={box}
      role="alert"
      className="mb-5 max-w-xl rounded-lg bg-accent-wash px-5 py-4 text-sm empty:hidden"
    >
      {questions.length > 0 && (
        <>
          <ul className="grid gap-1">
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
          <p className="mt-2 font-semibold">
            Correct it above, or press the button once more to save the phone as it is.
          </p>
        </>
      )}
    </div>
  );
}
