import { getTransparency, type TransparencyFigures } from '@redial/contract';
import { data, href, Link } from 'react-router';
import { createServerCall } from '../api.ts';
import { TransparencyChart } from '../features/moderation/transparency-chart.tsx';
import {
  hoursText,
  MonthTable,
  RuleTable,
  upheldText,
} from '../features/moderation/transparency-tables.tsx';
import { ErrorPage } from '../layout/error-page.tsx';
import { siteMeta } from '../layout/site-meta.ts';
import type { Route } from './+types/transparency.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const result = await createServerCall(context)(getTransparency, {});
  if (!result.ok) throw data(result.error.message, { status: result.error.status || 503 });
  return result.value;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  siteMeta({
    title: 'How Redial moderates, in figures | Redial',
    description:
      'How many reports and appeals Redial gets each month, what is decided by which rule, and how long it takes.',
    publicUrl: matches[0].loaderData.publicUrl,
    path: '/transparency',
  });

/** What moderators did, month by month, counted from the audit log. */
export default function Transparency({ loaderData: { months, total } }: Route.ComponentProps) {
  const isEmpty = total.reports + total.decisions + total.appeals + total.appealsDecided === 0;
  return (
    <div className="page max-w-5xl! pt-10 lg:pt-14">
      <h1 className="text-3xl">How we moderate, in figures</h1>
      <p className="mt-4 max-w-3xl text-ink-soft text-lg">
        What was reported, what we decided by{' '}
        <Link
          to={href('/rules')}
          className="font-semibold text-accent underline underline-offset-4"
        >
          our rules
        </Link>
        , how long it took, and how often an appeal showed that we were wrong.
      </p>
      {isEmpty ? (
        <p className="mt-10 rounded-lg border border-line bg-surface p-6">
          Nothing was reported or decided in the last twelve months.
        </p>
      ) : (
        <>
          <Summary total={total} months={months.length} />
          <section aria-labelledby="months" className="mt-12">
            <h2 id="months" className="mb-5 text-xl">
              Month by month
            </h2>
            <TransparencyChart months={months} />
            <div className="mt-6">
              <MonthTable months={months} total={total} />
            </div>
          </section>
          {total.byRule.length > 0 && (
            <section aria-labelledby="rules" className="mt-12">
              <h2 id="rules" className="mb-3 text-xl">
                Decisions by rule
              </h2>
              <RuleTable months={months} total={total} />
            </section>
          )}
        </>
      )}
      <section aria-labelledby="counting" className="mt-12 max-w-3xl">
        <h2 id="counting" className="text-xl">
          How this is counted
        </h2>
        <p className="mt-3 text-ink-soft">
          The figures come from our audit log, which nobody can change without it being noticed. A
          month begins and ends in UTC, and the last one is not over yet. Several reports about the
          same phone or person are decided together, and we also decide about phones that nobody
          reported: our own checks hold risky ones before others see them. The time runs from the
          first report, or from when a phone was held, to the decision; half of the decisions were
          faster than the median.
        </p>
      </section>
    </div>
  );
}

function Summary({ total, months }: { total: TransparencyFigures; months: number }) {
  const figures = [
    ['Reports', total.reports],
    ['Decisions', total.decisions],
    ['Median time to decide', hoursText(total.medianHours)],
    ['Appeals upheld', upheldText(total)],
  ] as const;
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="rounded-lg border border-line bg-surface p-4">
          <dt className="text-ink-soft text-sm">
            {label}
            <span className="sr-only">
              {months === 1 ? ' in this month' : ` in ${months} months`}
            </span>
          </dt>
          <dd className="figures mt-1 font-semibold text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export { ErrorPage as ErrorBoundary };
