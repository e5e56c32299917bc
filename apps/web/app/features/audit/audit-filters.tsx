import {
  type AuditAction,
  type AuditKind,
  accountEvents,
  adminActions,
  auditActions,
  auditKinds,
  moderationEvents,
} from '@redial/contract';
import { Form, href, useNavigation } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { actionLabels } from './audit-texts.ts';

/** What the URL of the page says. */
export interface AuditFilterValues {
  readonly q?: string;
  readonly action?: AuditAction;
  readonly kind?: AuditKind;
  readonly from?: string;
  readonly to?: string;
}

/** Reads the filters of a URL; what is not valid is left out. */
export function parseAuditFilters(params: URLSearchParams): AuditFilterValues {
  const q = params.get('q')?.trim().slice(0, 254);
  const action = auditActions.find((name) => name === params.get('action'));
  const kind = auditKinds.find((name) => name === params.get('kind'));
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return /^[12]\d{3}-\d\d-\d\d$/.test(value) ? value : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  return {
    ...(q ? { q } : {}),
    ...(action ? { action } : {}),
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** The form above the audit log. */
export function AuditFilters({ filters }: { filters: AuditFilterValues }) {
  const { state } = useNavigation();
  return (
    <Form
      role="search"
      aria-label="Audit log"
      className="mb-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_10rem_minmax(0,1.2fr)_10.5rem_10.5rem]"
      key={JSON.stringify(filters)}
    >
      <TextField
        label="Who or what"
        hint="An e-mail address, or the id of a person, phone, dispute …"
        name="q"
        type="search"
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        defaultValue={filters.q ?? ''}
      />
      <SelectField label="Kind" name="kind" defaultValue={filters.kind ?? ''}>
        <option value="">All entries</option>
        <option value="admin">What admins did</option>
        <option value="account">Events of accounts</option>
        <option value="moderation">Reports and appeals</option>
      </SelectField>
      <SelectField label="Action" name="action" defaultValue={filters.action ?? ''}>
        <option value="">All actions</option>
        <ActionGroup label="What admins did" actions={adminActions} />
        <ActionGroup label="Events of accounts" actions={accountEvents} />
        <ActionGroup label="Reports and appeals" actions={moderationEvents} />
      </SelectField>
      <TextField label="First day" name="from" type="date" defaultValue={filters.from ?? ''} />
      <TextField label="Last day" name="to" type="date" defaultValue={filters.to ?? ''} />
      <div className="flex flex-wrap gap-3 sm:col-span-2 xl:col-span-5">
        <Button type="submit" variant="outline" pending={state === 'loading'}>
          Filter
        </Button>
        {Object.keys(filters).length > 0 && (
          <ButtonLink variant="quiet" to={href('/dashboard/audit-log')}>
            Show all
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

function ActionGroup({ label, actions }: { label: string; actions: readonly AuditAction[] }) {
  return (
    <optgroup label={label}>
      {actions.map((action) => (
        <option key={action} value={action}>
          {actionLabels[action]}
        </option>
      ))}
    </optgroup>
  );
}
