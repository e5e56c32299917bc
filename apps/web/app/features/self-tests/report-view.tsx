import {
  outcomeText,
  type SelfTestReport,
  selfTestSummaryTexts,
  selfTestTexts,
  summarizeSelfTest,
  valuesText,
} from '@redial/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { calendarDay } from '../../ui/calendar-day.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';

/** A self-test as buyers see it: when it was made, each result, and the check of its signature. */
export function ReportView({ report }: { report: SelfTestReport }) {
  return (
    <div>
      <p className="text-sm">
        Made on the phone itself on <time dateTime={report.at}>{calendarDay(report.at)}</time>.{' '}
        {selfTestSummaryTexts(summarizeSelfTest(report.results)).join('; ')}.
      </p>
      <details className="mt-3">
        <summary className="min-h-8 cursor-pointer rounded-sm font-semibold text-accent text-sm">
          All results
        </summary>
        <dl className="mt-2 grid max-w-xl grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
          {report.results.map((finding) => (
            <div key={finding.test} className="contents">
              <dt>{selfTestTexts[finding.test].label}</dt>
              <dd className="text-right text-ink-soft">
                {[outcomeText(finding), valuesText(finding)].filter(Boolean).join(', ')}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      <SignatureCheck report={report} />
    </div>
  );
}

const verdicts = {
  valid: 'The signature is valid: this is the report as Redial received it for this listing.',
  invalid: 'The signature is not valid. Do not rely on this report.',
  unknown: 'The key could not be loaded. Try again.',
} as const;

/** Verifies the report in the reader's browser, with the public key of the server. */
function SignatureCheck({ report }: { report: SelfTestReport }) {
  const [verdict, setVerdict] = useState<keyof typeof verdicts>();
  const [pending, setPending] = useState(false);
  // Sections of the product page are hydrated late, and a click before that would be lost.
  const isHydrated = useHydrated();
  const check = async () => {
    setPending(true);
    const { verifyReport } = await import('./verify-report.ts');
    setVerdict(await verifyReport(report));
    setPending(false);
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        size="small"
        disabled={!isHydrated}
        pending={pending}
        onClick={check}
      >
        Check the signature
      </Button>
      <a
        href={`data:application/jose,${report.jws}`}
        download={`self-test-${report._id}.jws`}
        className="inline-flex min-h-8 items-center text-accent text-sm underline underline-offset-4"
      >
        Download it
      </a>
      <p role="status" className="w-full text-sm empty:hidden">
        {verdict && verdicts[verdict]}
      </p>
    </div>
  );
}
