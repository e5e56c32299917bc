import { SearchX } from 'lucide-react';
import { Form, useLocation, useNavigation } from 'react-router';
import { Button, ButtonLink } from './button.tsx';
import { EmptyState } from './empty-and-error-state.tsx';
import { SelectField, TextField } from './field.tsx';

interface Choice {
  readonly label: string;
  /** By value; the empty one is no filter. */
  readonly options: Readonly<Record<string, string>>;
}

/** The filters of a list: `q` is a text, `show` one of the choices; empty ones match all. */
export interface ListFilterValue {
  readonly q: string;
  readonly show: string;
}

/** Reads the filters of a list from the URL. */
export function parseListFilter(params: URLSearchParams): ListFilterValue {
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    show: params.get('show') ?? '',
  };
}

/** Whether something is filtered, so that an empty list says nothing about what there is. */
export const isFiltered = ({ q, show }: ListFilterValue): boolean => q !== '' || show !== '';

/** The empty state of a list in which the filters match nothing. */
export const NothingMatches = () => (
  <EmptyState icon={<SearchX />} title="Nothing matches">
    Type less, or show all.
  </EmptyState>
);

/** Whether one of the texts contains what was typed. */
export const containsText = (q: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(q.toLowerCase()));

/** The form above a list; the filters are in the URL. */
export function ListFilter({
  name,
  hint,
  choice,
  q,
  show,
}: {
  /** Of the list. */
  name: string;
  /** What the text is compared with. */
  hint: string;
  choice?: Choice;
} & ListFilterValue) {
  const { state } = useNavigation();
  const { pathname } = useLocation();
  return (
    <Form
      role="search"
      aria-label={name}
      key={`${q} ${show}`}
      preventScrollReset
      className="flex flex-wrap items-start gap-x-3"
    >
      <TextField
        label="Filter"
        name="q"
        type="search"
        placeholder={hint}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        defaultValue={q}
        className="min-w-0 flex-1 basis-48"
      />
      {choice && (
        <SelectField
          label={choice.label}
          name="show"
          defaultValue={show}
          className="min-w-0 basis-40 max-sm:grow"
        >
          <option value="">All</option>
          {Object.entries(choice.options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <span className="mb-6 flex flex-wrap gap-3 self-end">
        <Button type="submit" variant="outline" pending={state === 'loading'}>
          Filter
        </Button>
        {(q || show) && (
          <ButtonLink variant="quiet" to={pathname} preventScrollReset>
            Show all
          </ButtonLink>
        )}
      </span>
    </Form>
  );
}
