import type { SelfTestReport } from '@redial/contract';
import { useRevalidator } from 'react-router';
import { calendarDay } from '../../ui/calendar-day.ts';
import { ReportView } from './report-view.tsx';
import { SelfTestLink } from './self-test-link.tsx';

interface Data {
  readonly listing: { readonly _id: string };
  readonly selfTest: SelfTestReport | null;
}

/** The self-test on the page of a listing for its seller. */
function SelfTestSection({ data: { listing, selfTest } }: { data: Data }) {
  const { revalidate } = useRevalidator();
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft text-sm">
        The phone tests itself in its browser: screen, cameras, sound, sensors. It takes three
        minutes, and nothing is installed. Each test can be skipped; buyers see which ones were.
      </p>
      {selfTest && <ReportView report={selfTest} />}
      <SelfTestLink
        productId={listing._id}
        label={selfTest ? 'Test the phone again' : 'Test the phone'}
        onDone={revalidate}
      />
    </div>
  );
}

export const selfTestSection = {
  id: 'self-test',
  title: 'Self-test',
  covers: ['Self-test'],
  summary: ({ selfTest }: Data) => (selfTest ? `Made on ${calendarDay(selfTest.at)}` : ''),
  Section: SelfTestSection,
};
