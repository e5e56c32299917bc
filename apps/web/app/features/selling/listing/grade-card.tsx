import type { Listing } from '@redial/contract';
import { joinUnits } from '../../../ui/product-name.tsx';
import { adviceFor, countReasons, gradeWithoutReasons } from './grade-advice.ts';

const gradeTexts = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  'not-listable': 'Cannot be sold',
} as const;

/** The computed grade, what decided, and what would change it. */
export function GradeCard({ listing }: { listing: Listing }) {
  const { grading, condition } = listing;
  const better = gradeWithoutReasons(listing);
  const advice = adviceFor(listing);
  return (
    <section aria-labelledby="grade" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="grade" className="font-semibold text-ink-soft text-sm">
        Grade
      </h2>
      {grading ? (
        <>
          <p className="mt-1 font-bold font-display text-2xl">{gradeTexts[grading.grade]}</p>
          {grading.reasons.length > 0 ? (
            <>
              <p className="mt-3 font-semibold text-sm">What decided</p>
              <ul className="mt-1 grid gap-1 text-sm">
                {countReasons(grading.reasons).map(({ text, count }) => (
                  <li key={text} className="border-line-strong border-l-2 pl-3">
                    {joinUnits(text)}
                    {count > 1 && <span className="text-ink-soft">: {count} of them</span>}
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="mt-2 text-sm">Nothing that you stated lowers it.</p>
          )}
          {better && (
            <p className="mt-3 text-sm">
              Without {grading.reasons.length === 1 ? 'that' : 'these'}, it would be{' '}
              <strong>{gradeTexts[better].toLowerCase()}</strong>. {advice.join(' ')}
            </p>
          )}
          {grading.grade !== 'not-listable' && grading.grade !== condition && (
            <p className="mt-3 text-ink-soft text-sm">
              You state the condition as {condition}, which is worse: that is up to you.
            </p>
          )}
        </>
      ) : (
        <>
          <p className="mt-1 font-bold font-display text-2xl">{gradeTexts[condition]}</p>
          <p className="mt-2 text-sm">
            As stated by you. With the marks and the battery health, it is computed by a rubric that
            buyers can read.
          </p>
        </>
      )}
    </section>
  );
}
