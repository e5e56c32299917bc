import { moderatedKinds, reportReasons, reportReasonTexts } from '@redial/contract';
import { Form, href, Link, useNavigation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SelectField } from '../../ui/field.tsx';
import { kindLabels } from './decision-texts.ts';
import { type ModerationFilters, moderationViews } from './moderation-view.ts';

const viewLabels = { queue: 'Open', decisions: 'Decided', appeals: 'Appeals' } as const;

/** Links to the open items, the decisions and the open appeals. */
export function ModerationTabs({
  view,
  counts,
}: Pick<ModerationFilters, 'view'> & { counts: Readonly<Record<string, number>> }) {
  return (
    <nav aria-label="State" className="mb-5 flex flex-wrap gap-2">
      {moderationViews.map((each) => (
        <Link
          key={each}
          to={each === 'queue' ? href('/dashboard/moderation') : `?view=${each}`}
          aria-current={each === view ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-10 items-center gap-2 rounded-full border px-4 font-semibold text-sm',
            each === view
              ? 'border-accent bg-accent-wash text-accent'
              : 'border-line text-ink-soft hover:bg-sunken',
          )}
        >
          {viewLabels[each]}
          {(counts[each] ?? 0) > 0 && <span className="figures">{counts[each]}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** The filters of the open items. */
export function QueueFilters({ kind, reason }: ModerationFilters) {
  const { state } = useNavigation();
  return (
    <Form
      role="search"
      aria-label="Queue"
      key={`${kind} ${reason}`}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[1fr_2fr_auto]"
    >
      <SelectField label="Kind" name="kind" defaultValue={kind ?? ''}>
        <option value="">All kinds</option>
        {moderatedKinds.map((each) => (
          <option key={each} value={each}>
            {kindLabels[each]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Reason" name="reason" defaultValue={reason ?? ''}>
        <option value="">All reasons</option>
        {reportReasons.map((each) => (
          <option key={each} value={each}>
            {reportReasonTexts[each]}
          </option>
        ))}
      </SelectField>
      <Button
        type="submit"
        variant="outline"
        pending={state === 'loading'}
        className="mb-6 sm:mt-6.5"
      >
        Filter
      </Button>
    </Form>
  );
}
