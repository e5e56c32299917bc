import { type Grade, gradeRubric } from '@redial/contract';
import { siteMeta } from '../layout/site-meta.ts';
import { joinUnits } from '../ui/product-name.tsx';
import type { Route } from './+types/grading.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'How grades are computed | Redial',
    description:
      'The rubric by which Redial grades used phones: what makes a phone excellent, good or fair, and what may not be sold.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/grading',
  });

const grades: Record<Grade, { name: string; summary: string }> = {
  excellent: { name: 'Excellent', summary: 'Looks new at arm’s length' },
  good: { name: 'Good', summary: 'Signs of use that you have to look for' },
  fair: { name: 'Fair', summary: 'Signs of use that you see' },
  'not-listable': { name: 'Not for sale here', summary: 'Defects that a used phone must not have' },
};

/** The published rubric, from the best grade to the worst. */
export default function Grading() {
  return (
    <div className="page max-w-3xl! pt-10 lg:pt-14">
      <h1 className="text-3xl">How grades are computed</h1>
      <p className="mt-4 text-ink-soft">
        Sellers do not choose a grade. They pin each mark to a drawing of the phone and say from how
        far it is seen; the grade follows from these rules. The worst line that a phone reaches
        decides, and every listing names the line. A seller may state a worse condition than
        computed, never a better one.
      </p>
      <ol className="mt-10 grid gap-10">
        {gradeRubric.toReversed().map(({ grade, reachedBy }) => (
          <li key={grade}>
            <h2 className="text-xl">{grades[grade].name}</h2>
            <p className="mt-1 text-ink-soft">{grades[grade].summary}.</p>
            {grade === 'excellent' ? (
              <p className="mt-3">None of the marks and faults below.</p>
            ) : (
              <ul className="mt-3 grid list-disc gap-1.5 pl-5">
                {reachedBy.map((line) => (
                  <li key={line} className="first-letter:uppercase">
                    {joinUnits(line)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      <section aria-labelledby="not-graded" className="mt-12">
        <h2 id="not-graded" className="text-xl">
          What is not graded
        </h2>
        <p className="mt-3 text-ink-soft">
          A network lock, replaced parts and functions that were not tested are shown with the
          phone, and some of them change its price. Without any declared detail there is no computed
          grade: the condition is as stated by the seller.
        </p>
      </section>
    </div>
  );
}
