import {
  decisionKinds,
  decisionStates,
  moderatedKinds,
  reportReasons,
  reportReasonTexts,
} from '@redial/contract';
import type { ReactNode } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SelectField } from '../../ui/field.tsx';
import { decisionLabels, kindLabels, stateLabels } from './decision-texts.ts';
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
  return (
    <FilterForm name="Queue" isFiltered={Boolean(kind ?? reason)} key={`${kind} ${reason}`}>
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
    </FilterForm>
  );
}

/** The filters of decisions, and of those with an open appeal. */
export function DecisionFilters({ view, decision, state }: ModerationFilters) {
  return (
    <FilterForm
      name="Decisions"
      isFiltered={Boolean(decision ?? state)}
      view={view}
      key={`${view} ${decision} ${state}`}
    >
      <SelectField label="Decision" name="decision" defaultValue={decision ?? ''}>
        <option value="">All decisions</option>
        {decisionKinds.map((each) => (
          <option key={each} value={each}>
            {decisionLabels[each]}
          </option>
        ))}
      </SelectField>
      <SelectField label="State" name="state" defaultValue={state ?? ''}>
        <option value="">All states</option>
        {decisionStates.map((each) => (
          <option key={each} value={each}>
            {stateLabels[each]}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  );
}

function FilterForm({
  name,
  isFiltered,
  view,
  children,
}: {
  name: string;
  isFiltered: boolean;
  /** The view that remains, if it is not the first one. */
  view?: ModerationFilters['view'];
  children: ReactNode;
}) {
  const { state } = useNavigation();
  return (
    <Form
      role="search"
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-[1fr_2fr_auto]"
    >
      {view && <input type="hidden" name="view" value={view} />}
      {children}
      <span className="mb-6 flex flex-wrap gap-3 sm:mt-6.5">
        <Button type="submit" variant="outline" pending={state === 'loading'}>
          Filter
        </Button>
        {isFiltered && (
          <ButtonLink
            variant="quiet"
            to={href('/dashboard/moderation') + (view ? `?view=${view}` : '')}
          >
            Show all
          </ButtonLink>
        )}
      </span>
    </Form>
  );
}
